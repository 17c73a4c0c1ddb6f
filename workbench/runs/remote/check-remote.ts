import type { FieldFault } from '../../../adapter/fault.ts';
import type { RemoteTarget } from '../../contract/remote.ts';
import type { RunConfiguration } from '../../contract/runs.ts';
import { isThisMachine } from './remote-label.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** All that is wrong with a configuration that is scored elsewhere. No value of the environment is quoted. */
export function checkRemote(
  { remote, scoring }: Pick<RunConfiguration, 'remote' | 'scoring'>,
  environment: Environment,
  path: string,
): FieldFault[] {
  if (remote === undefined) return [];
  const faults: FieldFault[] = [];
  const { configuration, readout, prompt_version, template, order, temperature } = scoring;
  const asked = configuration ?? readout ?? prompt_version ?? template ?? temperature;
  if (asked !== null || order !== 'as-given') {
    const message = 'How a server reads its model is set there and cannot be chosen with the run.';
    faults.push({ path: `${path}.scoring`, message, limit: 'the defaults' });
  }
  return remote.kind === 'endpoint' ? faults : [...faults, ...checkAddress(remote, environment, `${path}.remote`)];
}

/** What a header takes. */
const HEADER_TEXT = /^[\x20-\x7e]+$/;

function checkAddress(
  { url, key_variable }: Exclude<RemoteTarget, { kind: 'endpoint' }>,
  environment: Environment,
  path: string,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const { username, password, search, hash, protocol, hostname } = new URL(url);
  if (username !== '' || password !== '') {
    const message = 'The address holds a name or a password, and it is stored with the run.';
    faults.push({ path: `${path}.url`, message, limit: 'an address without; the key comes from the environment' });
  }
  if (search !== '' || hash !== '') {
    faults.push({
      path: `${path}.url`,
      message: 'The address has a query or a fragment.',
      limit: 'an address without',
    });
  }
  if (key_variable === null) return faults;
  const key = environment[key_variable] ?? '';
  if (key === '') {
    const message = `The environment of this program has no ${key_variable}.`;
    const limit = 'a variable that was set before the program was started';
    faults.push({ path: `${path}.key_variable`, message, limit });
  } else if (!HEADER_TEXT.test(key)) {
    const message = `What ${key_variable} holds cannot be sent as a key: it has line breaks or letters beyond ASCII.`;
    faults.push({ path: `${path}.key_variable`, message, limit: 'one line of printable ASCII characters' });
  }
  if (protocol === 'http:' && !isThisMachine(hostname)) {
    const message = 'A key would go over the network unencrypted.';
    faults.push({ path: `${path}.url`, message, limit: 'https, or an address of this machine' });
  }
  return faults;
}
