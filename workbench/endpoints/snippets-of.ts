import type { Decision } from '../../adapter/decision/decision.ts';
import { decisionSha256 } from '../../adapter/decision/decision-sha256.ts';
import { asFault, Fault } from '../../adapter/fault.ts';
import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { Deployment } from '../contract/deployments.ts';
import type { EndpointRef } from '../contract/endpoints.ts';
import { readCheckDecisions } from '../deployment/planning/read-check-decisions.ts';
import type { Snippet, SnippetQuestion } from '../deployment/snippets/snippet.ts';
import { writeSnippets } from '../deployment/snippets/write-snippets.ts';
import type { SampleStore } from '../samples/store/sample-store.ts';

/** What a chat is asked where nothing else is known. */
const GREETING = 'Answer with one word: is water wet?';

/**
 * The snippets of an endpoint, with the first decision that it was checked with as the example, and the threshold and
 * fallback that its configuration has for it.
 * @param arn null when the endpoint is not there (any more): the journal knows what it is called
 */
export async function snippetsOf(
  { ref, arn, known }: { ref: EndpointRef; arn: string | null; known: Deployment | null },
  parts: { samples: Pick<SampleStore, 'load'>; configurations: Pick<ConfigurationStore, 'get'> },
): Promise<Snippet[]> {
  const endpoint_arn = arn ?? known?.plan.resources.find(({ kind }) => kind === 'endpoint')?.arn ?? null;
  if (endpoint_arn === null) {
    throw new Fault('NOT_FOUND', `There is no endpoint ${ref.name} in ${ref.region}.`, 'Choose one of the list.');
  }
  const asks = await questionOf(known, parts);
  return writeSnippets({ endpoint_name: ref.name, endpoint_arn, region: ref.region, asks });
}

async function questionOf(
  known: Deployment | null,
  parts: { samples: Pick<SampleStore, 'load'>; configurations: Pick<ConfigurationStore, 'get'> },
): Promise<SnippetQuestion> {
  if (known?.plan.target.path === 'standard') return { path: 'standard', message: GREETING };
  const decision = await exampleOf(known, parts.samples);
  const sha256 = known?.plan.configuration?.sha256 ?? null;
  const configuration = sha256 === null ? null : savedOrNull(parts.configurations, sha256);
  const entry = configuration?.decisions.find(({ decision_sha256 }) => decision_sha256 === decisionSha256(decision));
  return { path: 'decisions', decision, threshold: entry?.threshold ?? null, fallback: entry?.fallback ?? null };
}

/** The first decision of the check; the product's example when that can no longer be read. */
async function exampleOf(known: Deployment | null, samples: Pick<SampleStore, 'load'>): Promise<Decision> {
  const sources = known === null ? [] : [known.plan.check.source];
  for (const source of [...sources, { from: 'example' as const }]) {
    const [first] = await readCheckDecisions(source, 1, samples).catch((error: unknown) => {
      if (source.from === 'example') throw error;
      return [];
    });
    if (first !== undefined) return first;
  }
  throw new Error('The example of the product has no decision');
}

/** What was removed from the workspace since has no threshold to tell. */
function savedOrNull(configurations: Pick<ConfigurationStore, 'get'>, sha256: string) {
  try {
    return configurations.get(sha256).configuration;
  } catch (error) {
    if (asFault(error).code === 'NOT_FOUND') return null;
    throw error;
  }
}
