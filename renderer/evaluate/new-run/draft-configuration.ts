import type { Order, ReadoutName } from '../../../adapter/configuration/scoring-settings.ts';
import { settingsOfConfiguration } from '../../../adapter/configuration/settings-of-configuration.ts';
import type { PromptVersion } from '../../../adapter/prompt/rendered-prompt.ts';
import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import type { ModelEntry } from '../../../workbench/contract/models.ts';
import type { RunConfiguration } from '../../../workbench/contract/runs.ts';
import type { Settings } from '../../../workbench/contract/settings.ts';
import type { SampleQuestion } from '../../../workbench/samples/sample.ts';
import { shortModelName } from '../../app/model-name.ts';
import { configurationLabel } from '../../decide/editor/configuration-words.ts';

/** One line of the form: a file, how it answers, and what it is asked. */
export interface DraftConfiguration {
  key: number;
  model_path: string;
  /** Null follows the model's default. */
  readout: ReadoutName | null;
  prompt_version: PromptVersion | null;
  order: Order;
  /** Key of a {@link Wording}; the empty string is what the set asks. */
  wording: string;
  /** Hash of a saved configuration, whose settings then hold instead of the three above; the empty string is none. */
  configuration: string;
}

/** A question that can be asked of the set's samples instead of its own. */
export interface Wording {
  key: string;
  label: string;
  question: SampleQuestion;
}

const QUANTIZATION = /[.-]((?:IQ|Q|TQ)\d\w*|B?F16|F32|MXFP4\w*)$/i;

/**
 * What each file is called in tables: the quantisation alone while all files are of one model, else the file's name.
 */
export function modelLabels(models: readonly Pick<ModelEntry, 'path' | 'file'>[]): Map<string, string> {
  const names = models.map(({ path, file }) => {
    const name = shortModelName(file);
    const quantization = QUANTIZATION.exec(name);
    return { path, name, stem: name.replace(QUANTIZATION, ''), quantization: quantization?.[1] ?? null };
  });
  const oneModel = new Set(names.map(({ stem }) => stem)).size === 1;
  const distinct = new Set(names.map(({ quantization }) => quantization)).size === names.length;
  return new Map(
    names.map(({ path, name, quantization }) => [path, oneModel && distinct ? (quantization ?? name) : name]),
  );
}

/** What a configuration is called: the file, then whatever is not left to the defaults. */
export function configurationName(
  draft: DraftConfiguration,
  label: string,
  wordings: readonly Wording[],
  saved: readonly SavedConfiguration[] = [],
): string {
  const texts = draft.readout === 'texts';
  const wording = wordings.find(({ key }) => key === draft.wording);
  const under = saved.find(({ sha256 }) => sha256 === draft.configuration);
  const settings = [
    draft.readout,
    texts ? null : draft.prompt_version,
    texts || draft.order === 'as-given' ? null : draft.order,
  ];
  return [
    label,
    ...(under === undefined ? settings : [`under ${configurationLabel(under)}`]),
    wording === undefined ? null : `“${wording.label}”`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
    .slice(0, LONGEST_NAME);
}

// The contract refuses longer ones.
const LONGEST_NAME = 200;

/** The configurations as a run takes them. With texts there is one prompt, and the order cannot matter. */
export function toRunConfigurations(
  drafts: readonly DraftConfiguration[],
  labels: ReadonlyMap<string, string>,
  wordings: readonly Wording[],
  engine: Settings['engine'],
  saved: readonly SavedConfiguration[] = [],
): RunConfiguration[] {
  return drafts.map((draft) => {
    const texts = draft.readout === 'texts';
    const under = saved.find(({ sha256 }) => sha256 === draft.configuration);
    const own = {
      readout: draft.readout,
      prompt_version: texts ? null : draft.prompt_version,
      template: null,
      order: texts ? 'as-given' : draft.order,
      temperature: null,
      configuration: null,
    };
    return {
      name: configurationName(draft, labels.get(draft.model_path) ?? draft.model_path, wordings, saved),
      model_path: draft.model_path,
      scoring:
        under === undefined
          ? own
          : { ...settingsOfConfiguration(under.configuration.scoring), configuration: under.sha256 },
      question: wordings.find(({ key }) => key === draft.wording)?.question ?? null,
      engine,
    };
  });
}

/** Places of configurations that another one before them already says. */
export function repeatedConfigurations(configurations: readonly RunConfiguration[]): number[] {
  const seen = new Set<string>();
  return configurations.flatMap((configuration, at) => {
    const key = JSON.stringify(configuration);
    if (seen.has(key)) return [at];
    seen.add(key);
    return [];
  });
}
