import { asFault, Fault, type FaultData } from '../../adapter/fault.ts';
import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { Deployment, Removal } from '../contract/deployments.ts';
import type { Endpoint, EndpointRef } from '../contract/endpoints.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import type { Deployments } from '../deployment/deployments.ts';
import type { UndoChoice } from '../deployment/plan/resource.ts';
import { tagKeys } from '../deployment/plan/tags.ts';
import { describeEndpoint, updateEndpoint } from '../deployment/resources/endpoint.ts';
import { lookAtScaling, variantTarget } from '../deployment/resources/scaling.ts';
import { nothingBefore } from '../deployment/steps/roll-back.ts';
import type { SampleStore } from '../samples/store/sample-store.ts';
import { askEndpoint } from './ask-endpoint.ts';
import type { CheckEndpoint } from './check-endpoint.ts';
import { readExpiry } from './cost-so-far.ts';
import { describeGroup } from './describe-group.ts';
import type { Endpoints } from './endpoints.ts';
import type { LastCalls } from './last-calls.ts';
import { hasAnything, leftoversOf } from './leftovers.ts';
import type { UnreadPart } from './list-parts.ts';
import { listOrphanRemovals, removeOrphan } from './orphan-removal.ts';
import { listShared, removeShared, sharedLeftovers } from './shared-things.ts';
import { snippetsOf } from './snippets-of.ts';
import { endpointOf, type Group, surveyRegion } from './survey.ts';
import { undoKnown } from './undo-known.ts';

export interface EndpointParts {
  deployments: Deployments;
  openAws: (place: { region: string; profile: string | null }) => Promise<Aws>;
  lastCalls: LastCalls;
  checkEndpoint: CheckEndpoint;
  samples: Pick<SampleStore, 'load'>;
  configurations: Pick<ConfigurationStore, 'get'>;
  now: () => Date;
}

type Place = { region: string; profile: string | null };

export function createEndpoints(parts: EndpointParts): Endpoints {
  const { deployments, lastCalls, checkEndpoint, now } = parts;

  /** Does something with AWS, and ends its connections. */
  async function withAws<T>(place: Place, work: (aws: Aws) => Promise<T>): Promise<T> {
    const aws = await parts.openAws(place);
    try {
      return await work(aws);
    } finally {
      aws.close();
    }
  }

  const surveyed = async (aws: Aws, signal: AbortSignal) => surveyRegion(aws, await deployments.list(), signal);
  const survey = async (aws: Aws, signal: AbortSignal) => (await surveyed(aws, signal)).groups;
  const describe = (aws: Aws, group: Group, signal: AbortSignal) =>
    describeGroup(group, { aws, lastCalls, now, signal });

  /** What has this endpoint, if it is ours. @throws Fault NOT_FOUND, CONFLICT (it is somebody else's) */
  async function groupOf(aws: Aws, { name }: EndpointRef, signal: AbortSignal): Promise<Group> {
    const groups = await survey(aws, signal);
    const group =
      groups.find((one) => endpointOf(one)?.name === name) ??
      groups.find(({ known }) => known?.plan.target.name === name);
    if (group !== undefined) return group;
    if ((await describeEndpoint(aws, name, signal)) === null) {
      throw new Fault('NOT_FOUND', `There is no endpoint ${name} in ${aws.region}.`, 'Choose one of the list.');
    }
    throw new Fault(
      'CONFLICT',
      `The endpoint ${name} in ${aws.region} has no tags of this app, so it is left alone.`,
      'Use the AWS console for what others made.',
    );
  }

  /** Its configuration in force: the journal's, else that of the endpoint's tag, where it is saved here. */
  const configurationSha256 = (endpoint: Endpoint) => endpoint.configuration?.sha256 ?? null;

  async function removeGroup(aws: Aws, group: Group, choices: UndoChoice[], signal: AbortSignal) {
    const { known } = group;
    if (known === null) return removeOrphan(aws, group, choices, signal);
    const undone = await undoKnown(deployments, known.id, choices);
    if (known.state !== 'undone' || group.things.length === 0) return undone;
    // The journal had it gone, and there it is: another machine made it anew.
    const rest = await removeOrphan(aws, group, choices, signal);
    return { removals: [...undone.removals, ...rest.removals], faults: [...undone.faults, ...rest.faults] };
  }

  return {
    async list({ regions, profile }, signal = never()) {
      const endpoints: Endpoint[] = [];
      const leftovers: ReturnType<typeof leftoversOf> = [];
      const faults: { region: string; fault: FaultData }[] = [];
      const hidden: { region: string; fault: FaultData }[] = [];
      const places = placesOf(regions, profile, await deployments.list());
      await Promise.all(
        places.map((place) =>
          withAws(place, async (aws) => {
            const { groups, unread, unreadParts } = await surveyed(aws, signal);
            if (unreadParts.length > 0)
              hidden.push({ region: place.region, fault: partsNotRead(unreadParts).toData() });
            if (unread.length > 0) faults.push({ region: place.region, fault: notRead(unread).toData() });
            for (const group of groups) {
              // What may not be looked at hides nothing else.
              const endpoint = await describe(aws, group, signal).catch((error: unknown) => {
                if (signal.aborted || endpointOf(group) === null) throw error;
                faults.push({ region: place.region, fault: notDescribed(group, error).toData() });
                return undefined;
              });
              if (endpoint === undefined) continue;
              if (endpoint !== null) endpoints.push(endpoint);
              else leftovers.push(...leftoversOf(group, aws));
            }
            if (isDeserted(groups, unread)) leftovers.push(...sharedLeftovers(await listShared(aws, signal), aws));
          }).catch((error: unknown) => {
            if (signal.aborted) throw error;
            faults.push({ region: place.region, fault: asFault(error).toData() });
          }),
        ),
      );
      return {
        endpoints: unique(endpoints, ({ arn }) => arn).toSorted(orphansFirst),
        leftovers: unique(leftovers, ({ kind, name, region, arn }) => arn ?? `${region} ${kind} ${name}`),
        faults,
        unread: unique(hidden, ({ region, fault }) => `${region} ${fault.message}`),
        listed_at: now().toISOString(),
      };
    },
    invoke({ ref, body }, signal = never()) {
      return withAws(ref, async (aws) => {
        const { reply, seconds, busy } = await askEndpoint(aws, ref.name, body, signal);
        await lastCalls.note(ref.region, ref.name);
        if (reply.what !== 'answer') throw reply.fault;
        return { body: JSON.stringify(reply.value), seconds, retries: busy.times };
      });
    },
    compare({ ref, source, samples, limit, model_path }, signal = never()) {
      return withAws(ref, async (aws) => {
        const group = await groupOf(aws, ref, signal);
        const endpoint = await describe(aws, group, signal);
        if (endpoint === null) throw notThere(ref);
        const { known } = group;
        const answer = await checkEndpoint(
          {
            aws,
            name: ref.name,
            path: endpoint.path ?? 'decisions',
            source,
            samples,
            limit,
            model_path: model_path ?? known?.plan.model.local_path ?? null,
            configuration_sha256: configurationSha256(endpoint),
          },
          signal,
        );
        await lastCalls.note(ref.region, ref.name);
        return answer;
      });
    },
    snippets({ ref, deployment_id }) {
      return withAws(ref, async (aws) => {
        const signal = never();
        const found = await describeEndpoint(aws, ref.name, signal);
        const known = deployment_id === null ? null : await deployments.get(deployment_id);
        return snippetsOf({ ref, arn: found?.EndpointArn ?? null, known }, parts);
      });
    },
    rollBack(ref, signal = never()) {
      return withAws(ref, async (aws) => {
        const group = await groupOf(aws, ref, signal);
        const before = await describe(aws, group, signal);
        if (before === null) throw notThere(ref);
        const { previous_config } = before;
        const { known } = group;
        if (known !== null && known.state !== 'undone') {
          await deployments.rollBack({ id: known.id, config: previous_config });
        } else {
          if (previous_config === null) throw nothingBefore(ref.name);
          await assertNotScaled(aws, ref.name, signal);
          await updateEndpoint(aws, ref.name, previous_config, signal);
        }
        const after = await describe(aws, group, signal);
        if (after === null) throw notThere(ref);
        return after;
      });
    },
    removals({ ref, choices }, signal = never()) {
      return withAws(ref, async (aws) => {
        const group = await groupOf(aws, ref, signal);
        const { known } = group;
        if (known === null) return listOrphanRemovals(group, choices);
        return deployments.removals({ id: known.id, choices });
      });
    },
    remove({ ref, choices }, signal = never()) {
      return withAws(ref, async (aws) => removeGroup(aws, await groupOf(aws, ref, signal), choices, signal));
    },
    async removeEverything({ regions, profile, expired_only, choices }, signal = never()) {
      const removals: Removal[] = [];
      const faults: FaultData[] = [];
      // One region after the other: what is shared by several deployments goes with the last of them.
      for (const place of placesOf(regions, profile, await deployments.list())) {
        try {
          await withAws(place, async (aws) => {
            for (const group of await survey(aws, signal)) {
              if (expired_only && !isExpired(group, now())) continue;
              if (!hasAnything(group)) continue;
              const removed = await removeGroup(aws, group, choices, signal).catch((error: unknown) => ({
                removals: [],
                faults: [asFault(error).toData()],
              }));
              removals.push(...removed.removals);
              faults.push(...removed.faults);
            }
            // With a journal the last undo takes what is shared; without one nobody else would.
            if (expired_only) return;
            const { groups, unread } = await surveyed(aws, signal);
            if (!isDeserted(groups, unread)) return;
            const shared = await removeShared(aws, choices, signal);
            removals.push(...shared.removals);
            faults.push(...shared.faults);
          });
        } catch (error) {
          faults.push(asFault(error).toData());
        }
      }
      return { removals, faults };
    },
  };
}

/**
 * Whether no deployment of a region is left, in the account or in the journal, that may use what they share. An endpoint
 * whose tags may not be read may be one.
 */
function isDeserted(groups: readonly Group[], unread: readonly string[]): boolean {
  return unread.length === 0 && !groups.some((group) => hasAnything(group) || group.known?.state === 'running');
}

/** The chosen regions with the chosen profile, and with those that the journal's deployments there were made with. */
function placesOf(regions: readonly string[], profile: string | null, deployments: readonly Deployment[]): Place[] {
  const journalled = deployments
    .map(({ plan: { target } }) => ({ region: target.region, profile: target.profile }))
    .filter(({ region }) => regions.includes(region));
  const places = [...regions.map((region) => ({ region, profile })), ...journalled];
  return unique(places, (place) => JSON.stringify([place.region, place.profile]));
}

/** By the tag of its endpoint, or of whatever is left of it; the journal's plan says it for the rest. */
function isExpired({ things, parts, known }: Group, now: Date): boolean {
  const tags = [...things, ...parts].map((thing) => thing.tags[tagKeys.expires]);
  const times = [...tags.map(readExpiry), known?.plan.target.expires_at ?? null].filter((at) => at !== null);
  const [last] = times.toSorted().reverse();
  return last !== undefined && Date.parse(last) <= now.getTime();
}

function orphansFirst(one: Endpoint, other: Endpoint): number {
  if (one.orphan !== other.orphan) return one.orphan ? -1 : 1;
  return (other.created_at ?? '').localeCompare(one.created_at ?? '') || one.ref.name.localeCompare(other.ref.name);
}

function unique<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  return [...new Map(list.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** Names that a message lists before it only counts. */
const MAX_NAMES = 10;

function notRead(names: readonly string[]): Fault {
  const listed = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return new Fault(
    'ACCESS_DENIED',
    `The tags of ${listed}${more} may not be read, so it is not known whether they are ours.`,
    'To be told of what a crash or another machine left, have the statement added to your policy.',
    {
      fields: [
        {
          path: 'policy',
          message: JSON.stringify({ Effect: 'Allow', Action: 'sagemaker:ListTags', Resource: '*' }, null, 2),
        },
      ],
    },
  );
}

function partsNotRead(parts: readonly UnreadPart[]): Fault {
  const listed = parts.slice(0, MAX_NAMES).map(({ what }) => what);
  const more = parts.length > MAX_NAMES ? ` and ${parts.length - MAX_NAMES} more` : '';
  const actions = unique(
    parts.map(({ action }) => action),
    (action) => action,
  );
  return new Fault(
    'ACCESS_DENIED',
    `It could not be looked whether ours are among these: ${listed.join(', ')}${more}. ${actions.join(' and ')} is not allowed.`,
    'They cost nothing by themselves. To be told of what is left of them, have the statement added to your policy.',
    {
      fields: [
        { path: 'policy', message: JSON.stringify({ Effect: 'Allow', Action: actions, Resource: '*' }, null, 2) },
      ],
    },
  );
}

/** It runs and costs all the same: its name is told with the reason. */
function notDescribed(group: Group, error: unknown): Fault {
  const { code, message, next, fields } = asFault(error);
  const told = `The endpoint ${endpointOf(group)?.name ?? ''} is there, and could not be looked at. ${message}`;
  return new Fault(code, told, next, { fields });
}

/** AWS changes no variant whose number is scaled, and how it was to be scaled only the journal that made it knows. */
async function assertNotScaled(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  if ((await lookAtScaling(aws, variantTarget(name), signal)) === null) return;
  throw new Fault(
    'CONFLICT',
    `${name} is scaled, and this journal does not know how: it was deployed from another machine.`,
    'Roll it back there.',
  );
}

function notThere({ name, region }: EndpointRef): Fault {
  return new Fault('NOT_FOUND', `The endpoint ${name} in ${region} is gone.`, 'Choose one of the list.');
}

function never(): AbortSignal {
  return new AbortController().signal;
}
