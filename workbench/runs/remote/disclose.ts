import type { Disclosure, RemoteTarget } from '../../contract/remote.ts';
import type { RunConfiguration } from '../../contract/runs.ts';
import { isThisMachine, remoteHost } from './remote-label.ts';

const TEXTS =
  'the whole evidence of each sample, the question, and the ids and descriptions of its options; no labels, notes, groups or ids of samples';

/**
 * What leaves this machine with each configuration that is scored elsewhere.
 * @param samples how many the run scores
 */
export function discloseRuns(configurations: readonly RunConfiguration[], samples: number): Disclosure[] {
  return configurations.flatMap(({ remote }, configuration) =>
    remote === undefined ? [] : [{ configuration, ...disclose(remote, samples) }],
  );
}

function disclose(target: RemoteTarget, samples: number): Omit<Disclosure, 'configuration'> {
  const host = remoteHost(target);
  const count = samples === 1 ? '1 sample is' : `${samples.toLocaleString('en')} samples are`;
  const sentence = [
    `${count} sent to ${host}: ${TEXTS}.`,
    'At the end the first 20 are sent once more, to see whether the answers repeat.',
    ...wayOf(target),
  ].join(' ');
  return { host, samples, texts: TEXTS, sentence };
}

/** How the texts get there, and with which key. */
function wayOf(target: RemoteTarget): string[] {
  if (target.kind === 'endpoint') {
    const { profile } = target;
    const who = profile === null ? 'the credentials of the environment' : `the profile ${profile}`;
    return [`They are signed with ${who} and encrypted on the way.`];
  }
  const { hostname, protocol } = new URL(target.url);
  const way = isThisMachine(hostname)
    ? 'That address is this machine.'
    : protocol === 'https:'
      ? 'They are encrypted on the way.'
      : 'They are NOT encrypted on the way: the address begins with http.';
  const { key_variable } = target;
  return key_variable === null ? [way] : [way, `The key is read from ${key_variable} and stored nowhere.`];
}
