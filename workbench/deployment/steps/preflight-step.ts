import { Fault, type FaultCode } from '../../../adapter/fault.ts';
import { type Preflight, preflight } from '../preflight/preflight.ts';
import type { Sitting } from './sitting.ts';

/** Step 2: nothing is made while something is known to go wrong. */
export async function preflightStep(sitting: Sitting): Promise<void> {
  const { plan, aws, signal, journal, tell } = sitting;
  const made = (key: string) => (journal.state().resources.get(key)?.presence ?? 'not-made') !== 'not-made';
  const found = await preflight({ plan, aws, signal, made });
  refuse(found);
  if (found.imageUri !== null) {
    await journal.add({ type: 'noted', key: '', facts: { image_uri: found.imageUri } });
  }
  const warnings = found.findings.filter(({ severity }) => severity === 'warning').length;
  tell({
    news: 'words',
    words: warnings === 0 ? 'Nothing speaks against it.' : `Nothing forbids it; ${warnings} to know.`,
  });
}

/** @throws Fault with all that refuses it, in its fields */
function refuse({ findings, denied, quotaRefuses }: Preflight): void {
  const refusals = findings.filter(({ severity }) => severity === 'refusal');
  const [first] = refusals;
  if (first === undefined) return;
  const only = refusals.length === 1 ? '' : ` It is the first of ${refusals.length} reasons; all are listed.`;
  const code: FaultCode = denied.length > 0 ? 'ACCESS_DENIED' : quotaRefuses ? 'QUOTA_EXCEEDED' : 'CONFLICT';
  throw new Fault(code, `The deployment cannot begin: ${first.message}${only}`, first.next, {
    fields: [
      ...refusals.map(({ about, message, next }) => ({ path: about, message: `${message} ${next}` })),
      ...denied.flatMap(({ fields }) => fields),
    ],
  });
}
