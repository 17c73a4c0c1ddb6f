import { Fault } from '../../../adapter/fault.ts';
import { preflight } from '../preflight/preflight.ts';
import type { Sitting } from './sitting.ts';

/** Step 2: nothing is made while something is known to go wrong. */
export async function preflightStep(sitting: Sitting): Promise<void> {
  const { plan, aws, signal, journal, tell } = sitting;
  const made = (key: string) => (journal.state().resources.get(key)?.presence ?? 'not-made') !== 'not-made';
  const { findings, imageUri } = await preflight({ plan, aws, signal, made });
  const refusals = findings.filter(({ severity }) => severity === 'refusal');
  if (refusals.length > 0) {
    const fields = refusals.map(({ about, message, next }) => ({ path: about, message: `${message} ${next}` }));
    const [first] = refusals;
    throw new Fault(
      'CONFLICT',
      refusals.length === 1
        ? `The deployment cannot begin: ${first?.message ?? ''}`
        : `The deployment cannot begin for ${refusals.length} reasons; the first: ${first?.message ?? ''}`,
      first?.next ?? 'Plan the deployment again.',
      { fields },
    );
  }
  if (imageUri !== null) await journal.add({ type: 'noted', key: '', facts: { image_uri: imageUri } });
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  tell({
    news: 'words',
    words: warnings === 0 ? 'Nothing speaks against it.' : `Nothing forbids it; ${warnings} to know.`,
  });
}
