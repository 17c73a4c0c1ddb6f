import { NativeSelect } from '@mantine/core';
import { settingsOfConfiguration } from '../../../adapter/configuration/settings-of-configuration.ts';
import { defaultScoring } from '../../../workbench/decisions/default-scoring.ts';
import { useConfigurations } from '../../app/connection/use-workbench.tsx';
import { useSession } from '../use-session.tsx';
import { configurationLabel, configurationWords } from './configuration-words.ts';
import classes from './scoring-choices.module.css';

/** Which saved configuration the decision is scored under. Nothing is shown while there is none to choose. */
export function ConfigurationChoice() {
  const { state, change, faultAt } = useSession();
  const saved = useConfigurations().data ?? [];
  const chosen = state.present.draft.scoring.configuration;
  const entry = saved.find(({ sha256 }) => sha256 === chosen);
  if (saved.length === 0 && chosen === null) return null;

  const choose = (sha256: string): void => {
    const next = saved.find((one) => one.sha256 === sha256);
    // The choices follow the configuration's settings, so that what depends on them is shown as it is scored.
    const scoring = next === undefined ? defaultScoring : settingsOfConfiguration(next.configuration.scoring);
    change({ type: 'scoring', scoring: { ...scoring, configuration: next?.sha256 ?? null } });
  };
  const gone =
    chosen !== null && entry === undefined
      ? [{ value: chosen, label: `${chosen.slice(0, 8)} (not in this workspace)` }]
      : [];
  return (
    <>
      <NativeSelect
        size="xs"
        label="Configuration"
        classNames={{ label: classes.label }}
        value={chosen ?? ''}
        error={faultAt('scoring.configuration')}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: 'None' },
          ...gone,
          ...saved.map((one) => ({ value: one.sha256, label: configurationLabel(one) })),
        ]}
      />
      {entry !== undefined && <p className={classes.words}>{configurationWords(entry.configuration)}</p>}
    </>
  );
}
