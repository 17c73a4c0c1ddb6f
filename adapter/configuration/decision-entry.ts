import type { Decision } from '../decision/decision.ts';
import { decisionSha256 } from '../decision/decision-sha256.ts';
import { Fault, type FieldFault } from '../fault.ts';
import type { Configuration, ConfigurationEvidence, DecisionConfiguration } from './configuration.ts';

/** What a configuration says about one decision. */
export interface DecisionEntry {
  decision: DecisionConfiguration;
  /** The newest proof of it; null when the document has none. */
  evidence: ConfigurationEvidence | null;
}

/**
 * The entry for that very decision: question, kind, option ids, descriptions and their order all equal. Null for any
 * other, to which no entry may apply.
 * @throws Fault INVALID_REQUEST when the entry speaks of options that the decision has not, with paths in the document
 */
export function decisionEntry(
  configuration: Pick<Configuration, 'decisions' | 'evidence'>,
  decision: Pick<Decision, 'question' | 'kind' | 'options'>,
): DecisionEntry | null {
  const sha256 = decisionSha256(decision);
  const index = configuration.decisions.findIndex((entry) => entry.decision_sha256 === sha256);
  const entry = configuration.decisions[index];
  if (entry === undefined) return null;
  requireOptions(
    entry,
    decision.options.map(({ id }) => id),
    `decisions[${index}]`,
  );
  const proofs = configuration.evidence.filter((proof) => proof.decision_sha256 === sha256);
  const newest = proofs.reduce<ConfigurationEvidence | null>(
    (latest, proof) => (latest === null || Date.parse(proof.date) > Date.parse(latest.date) ? proof : latest),
    null,
  );
  return { decision: entry, evidence: newest };
}

/** The entry's bias for each option in their order; null without a prior. An option that is not named has none. */
export function biasOf(entry: DecisionConfiguration, optionIds: readonly string[]): number[] | null {
  const { prior } = entry;
  return prior === null ? null : optionIds.map((id) => ownValue(prior, id) ?? 0);
}

/** A record's own value: an option may be called `constructor`. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function requireOptions(entry: DecisionConfiguration, ids: readonly string[], path: string): void {
  const faults: FieldFault[] = [];
  for (const field of ['prior', 'thresholds'] as const) {
    for (const id of Object.keys(entry[field] ?? {})) {
      if (!ids.includes(id))
        faults.push({ path: `${path}.${field}`, message: `“${id}” is no option of the decision.` });
    }
  }
  const rows = entry.costs?.wrong ?? null;
  if (rows !== null && (rows.length !== ids.length || rows.some((row) => row.length !== ids.length))) {
    const limit = `${ids.length} rows of ${ids.length} costs`;
    faults.push({ path: `${path}.costs.wrong`, message: 'It does not fit the number of options.', limit });
  }
  const [first] = faults;
  if (first === undefined) return;
  throw new Fault(
    'INVALID_REQUEST',
    `The configuration does not fit the decision that it names: ${first.path}: ${first.message}`,
    'Fit it again on labelled samples of this decision.',
    { fields: faults },
  );
}
