import { Button, Loader, Text, Title } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import type { SavedConfiguration } from '../../workbench/contract/configurations.ts';
import type { Deployment, DeploymentDefaults, PlanAnswer } from '../../workbench/contract/deployments.ts';
import type { ModelEntry } from '../../workbench/contract/models.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { useConfigurations, useModels, useSampleSets, useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultButton } from '../app/fault/fault-card.tsx';
import { RemedyCard } from '../app/fault/remedy-card.tsx';
import classes from './deploy-screen.module.css';
import { AccountSection } from './form/account-section.tsx';
import { DetailSection } from './form/detail-section.tsx';
import { PermissionSection } from './form/permission-section.tsx';
import { suggestedName } from './form/suggested-name.ts';
import {
  changeDraft,
  checkSetOf,
  type DraftFault,
  draftOfPlan,
  modelOf,
  newDraft,
  readDraft,
  type TargetDraft,
} from './form/target-draft.ts';
import { TargetSection } from './form/target-section.tsx';
import { useIdentity } from './form/use-identity.ts';
import { WhatSection } from './form/what-section.tsx';
import { PlanView } from './plan/plan-view.tsx';

const NONE_SAVED: SavedConfiguration[] = [];
const NO_SETS: SampleSetSummary[] = [];

interface Props {
  defaults: DeploymentDefaults;
  /** Hash of the configuration that another screen chose; null for none. */
  configuration: string | null;
  /** The deployment whose endpoint gets another configuration; null for a new endpoint. */
  updates: Deployment | null;
  onStarted: (deployment: Deployment) => void;
  /** Shown where the plan will be. */
  below: ReactNode;
}

/** From a choice to a plan, and from the plan to its confirmation. */
export function NewDeployment(props: Props) {
  const models = useModels();
  const saved = useConfigurations();
  const sets = useSampleSets();
  const reads = [saved, sets].some(({ data, error }) => data === undefined && error === null);
  if (models === undefined || reads) {
    return <Loader size="sm" aria-label="Reading configurations and models" />;
  }
  return <Form {...props} models={models} saved={saved.data ?? NONE_SAVED} sets={sets.data ?? NO_SETS} />;
}

interface FormProps extends Props {
  models: readonly ModelEntry[];
  saved: readonly SavedConfiguration[];
  sets: readonly SampleSetSummary[];
}

function Form({ defaults, configuration, updates, onStarted, below, models, saved, sets }: FormProps) {
  const { client } = useWorkbench();
  const [draft, setDraft] = useState(() => firstDraft(defaults, configuration, updates, { saved, models, sets }));
  const [faults, setFaults] = useState<DraftFault[]>([]);
  const [planned, setPlanned] = useState<{ answer: PlanAnswer; of: TargetDraft } | null>(null);
  const [planning, setPlanning] = useState(false);
  const [refusal, setRefusal] = useState<FaultData | null>(null);
  const planPlace = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (faults.length > 0) showFirstFault(form.current);
  }, [faults]);
  const identity = useIdentity(draft.profile, draft.region);
  const chosen = saved.find(({ sha256 }) => sha256 === draft.configuration);
  const suggested = suggestedName(draft, defaults, chosen);
  const name = updates?.plan.target.name ?? (draft.name.trim() === '' ? suggested : draft.name.trim());
  const change = (changed: Partial<TargetDraft>): void => setDraft((before) => changeDraft(before, changed));
  const fault = useMemo(
    () =>
      (path: string): string | null =>
        faults.find((entry) => entry.path === path)?.message ?? null,
    [faults],
  );

  const plan = async (): Promise<void> => {
    const decision = draft.decision.trim() === '' ? (chosen?.name ?? name) : draft.decision.trim();
    const read = readDraft(draft, { name, decision, now: new Date(), updateOf: updates?.id ?? null });
    setFaults(read.faults);
    setRefusal(null);
    if (read.request === null) return;
    setPlanning(true);
    try {
      const answer = await client.deployments.plan(read.request);
      setPlanned({ answer, of: draft });
      planPlace.current?.scrollIntoView({ block: 'start' });
    } catch (error) {
      setRefusal(faultOf(error));
    } finally {
      setPlanning(false);
    }
  };
  const section = { draft, change, fault };
  const updated = updates?.plan.target.name ?? null;
  const unseen = faults.filter(({ path }) => !shownPaths.some((shown) => path.startsWith(shown)));
  return (
    <div className={classes.columns}>
      <form
        ref={form}
        className={classes.side}
        aria-label={updated === null ? 'New deployment' : `Update of ${updated}`}
        onSubmit={(event) => {
          event.preventDefault();
          void plan();
        }}
      >
        <WhatSection {...section} saved={saved} models={models} sets={sets} updates={updated} />
        <AccountSection {...section} defaults={defaults} identity={identity} updates={updated} />
        <TargetSection {...section} suggestedName={suggested} updates={updated} />
        <PermissionSection {...section} />
        <DetailSection {...section} sets={sets} />
        <div className={classes.foot}>
          {faults.length > 0 && (
            <div role="alert" className={classes.words} data-fault>
              {faults.length === 1 ? 'One field needs another value.' : `${faults.length} fields need another value.`}
              {unseen.map(({ path, message }) => (
                <div key={path}>
                  {path}: {message}
                </div>
              ))}
            </div>
          )}
          <Button type="submit" loading={planning} leftSection={<IconListDetails size={16} aria-hidden />}>
            Show the plan
          </Button>
          <Text size="xs" c="dimmed">
            A plan makes nothing and costs nothing.
          </Text>
        </div>
      </form>
      <div className={classes.main} ref={planPlace}>
        {refusal !== null && (
          <RemedyCard fault={refusal}>
            <FaultButton onClick={() => void plan()}>Try again</FaultButton>
          </RemedyCard>
        )}
        {planned === null ? (
          <>
            {updates === null ? <BeforeThePlan /> : <BeforeTheUpdate name={updates.plan.target.name} />}
            {below}
          </>
        ) : (
          <PlanView
            key={planned.answer.sha256}
            answer={planned.answer}
            stale={planned.of !== draft}
            onStarted={onStarted}
          />
        )}
      </div>
    </div>
  );
}

/** Takes a person to the first field that needs another value, also where it is folded away. */
function showFirstFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const folded = field?.closest('details');
  if (folded != null) folded.open = true;
  field?.focus();
}

/** Fields of the target that say themselves what is wrong with them. */
const shownPaths = ['region', 'name', 'instances', 'scaling', 'roles', 'bucket', 'model', 'image', 'threads'];

function firstDraft(
  defaults: DeploymentDefaults,
  configuration: string | null,
  updates: Deployment | null,
  { saved, models, sets }: Pick<FormProps, 'saved' | 'models' | 'sets'>,
): TargetDraft {
  const empty = updates === null ? newDraft(defaults) : draftOfPlan(newDraft(defaults), updates.plan);
  const newest = saved.toSorted((one, other) => (one.saved_at < other.saved_at ? 1 : -1))[0];
  const chosen =
    saved.find(({ sha256 }) => sha256 === configuration) ??
    (updates === null ? newest : saved.find(({ sha256 }) => sha256 === updates.plan.configuration?.sha256));
  const sound = models.filter((model) => model.fault === null);
  const model = chosen === undefined ? sound[0] : modelOf(chosen, models);
  const wanted = { ...empty, configuration: chosen?.sha256 ?? '', checkSet: checkSetOf(chosen, sets) };
  return updates === null || chosen?.sha256 !== updates.plan.configuration?.sha256
    ? { ...wanted, modelPath: model?.path ?? empty.modelPath }
    : wanted;
}

function BeforeThePlan() {
  return (
    <section className={classes.card} aria-labelledby="before-title">
      <Title order={2} id="before-title">
        From here to a running endpoint
      </Title>
      <ol className={classes.list}>
        <li>
          <strong>The plan</strong> says what would be made in your AWS account, under which names, what it costs an
          hour and a month, which policies it needs, and what undo removes.
        </li>
        <li>
          <strong>One confirmation</strong>, and the steps run: model, image, endpoint, and a check that scores the same
          samples here and there. You can leave this screen, cancel, and go on later; a step is never done twice.
        </li>
        <li>
          <strong>Snippets</strong> for curl, Python and JavaScript, with the smallest policy a caller needs.
        </li>
        <li>
          <strong>Back to nothing</strong>: undo removes what was made, says what stays, and why.
        </li>
      </ol>
      <p className={classes.sentence}>
        An endpoint costs from the moment it is made until it is deleted, whether it is called or not. There is no
        scaling to zero: delete it and deploy it again is the cheap pause.
      </p>
    </section>
  );
}

function BeforeTheUpdate({ name }: { name: string }) {
  return (
    <section className={classes.card} aria-labelledby="before-title">
      <Title order={2} id="before-title">
        Something else behind the same endpoint
      </Title>
      <ol className={classes.list}>
        <li>
          A new SageMaker model and endpoint configuration are made beside those that run; image and model file are used
          again where they are the same.
        </li>
        <li>{name} takes them over and keeps answering as before until they are ready. Meanwhile both are paid for.</li>
        <li>The check scores the same samples here and there, and says whether they agree.</li>
        <li>
          What ran before stays there: <em>Roll back</em> on Endpoints goes back to it.
        </li>
      </ol>
    </section>
  );
}
