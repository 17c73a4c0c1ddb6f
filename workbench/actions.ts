/**
 * Everything a person can do, once: the native menu, the command palette, the shortcuts and the help sheet are made
 * from this list. The interface adds to each id what it does and when it is possible.
 */
export type ActionGroup =
  | 'File'
  | 'Edit'
  | 'View'
  | 'Decision'
  | 'Samples'
  | 'Evaluation'
  | 'Model'
  | 'Deployment'
  | 'Help';

/** `mod` is Command on macOS and Control elsewhere. `key` is a KeyboardEvent.key in lower case. */
export interface Shortcut {
  mod?: true;
  shift?: true;
  alt?: true;
  key: string;
}

export interface ActionDescription {
  id: string;
  label: string;
  group: ActionGroup;
  /** Other words that the palette finds it by. */
  keywords: readonly string[];
  shortcut?: Shortcut;
}

export const actions = [
  {
    id: 'decision.new',
    label: 'New decision',
    group: 'File',
    keywords: ['create', 'blank'],
    shortcut: { mod: true, alt: true, key: 'n' },
  },
  {
    id: 'decision.open',
    label: 'Open a recent decision',
    group: 'File',
    keywords: ['recent', 'switch'],
    shortcut: { mod: true, key: 'o' },
  },
  { id: 'decision.example', label: 'Start from an example', group: 'File', keywords: ['sample', 'template'] },
  {
    id: 'decision.import',
    label: 'Import a decision file',
    group: 'File',
    keywords: ['json', 'load', 'open file'],
    shortcut: { mod: true, shift: true, key: 'o' },
  },
  {
    id: 'decision.export',
    label: 'Export this decision',
    group: 'File',
    keywords: ['json', 'save', 'download'],
    shortcut: { mod: true, shift: true, key: 's' },
  },
  { id: 'decision.remove', label: 'Delete this decision', group: 'File', keywords: ['remove'] },
  { id: 'edit.undo', label: 'Undo', group: 'Edit', keywords: ['back'], shortcut: { mod: true, key: 'z' } },
  {
    id: 'edit.redo',
    label: 'Redo',
    group: 'Edit',
    keywords: ['again'],
    shortcut: { mod: true, shift: true, key: 'z' },
  },
  {
    id: 'option.add',
    label: 'Add an option',
    group: 'Edit',
    keywords: ['new option'],
    shortcut: { mod: true, shift: true, key: 'e' },
  },
  { id: 'option.paste', label: 'Paste a list of options', group: 'Edit', keywords: ['clipboard', 'list'] },
  { id: 'question.add', label: 'Add a question on this evidence', group: 'Edit', keywords: ['several questions'] },
  {
    id: 'result.copy-json',
    label: 'Copy the result as JSON',
    group: 'Edit',
    keywords: ['clipboard'],
    shortcut: { mod: true, shift: true, key: 'c' },
  },
  {
    id: 'result.copy-picture',
    label: 'Copy the bars as a picture',
    group: 'Edit',
    keywords: ['png', 'image', 'clipboard'],
  },
  {
    id: 'score.now',
    label: 'Score now',
    group: 'Decision',
    keywords: ['run', 'evaluate', 'again'],
    shortcut: { mod: true, key: 'enter' },
  },
  {
    id: 'score.cancel',
    label: 'Cancel the running score',
    group: 'Decision',
    keywords: ['stop'],
    shortcut: { mod: true, key: '.' },
  },
  {
    id: 'options.reverse',
    label: 'Reverse the options',
    group: 'Decision',
    keywords: ['order', 'flip'],
    shortcut: { mod: true, shift: true, key: 'r' },
  },
  { id: 'score.order-check', label: 'Check the order', group: 'Decision', keywords: ['both ways', 'position bias'] },
  {
    id: 'score.details',
    label: 'Show prompt, tokens and logits',
    group: 'Decision',
    keywords: ['hash', 'timing', 'details'],
    shortcut: { mod: true, key: 'i' },
  },
  {
    id: 'decision.history',
    label: 'History of this decision',
    group: 'Decision',
    keywords: ['versions', 'compare', 'diff'],
    shortcut: { mod: true, shift: true, key: 'h' },
  },
  {
    id: 'decision.keep-version',
    label: 'Keep this version',
    group: 'Decision',
    keywords: ['snapshot', 'history'],
    shortcut: { mod: true, key: 's' },
  },
  {
    id: 'samples.import',
    label: 'Import samples',
    group: 'Samples',
    keywords: ['csv', 'labels', 'excel', 'file', 'paste'],
  },
  { id: 'samples.example', label: 'Try labelled samples', group: 'Samples', keywords: ['example', 'tickets'] },
  { id: 'samples.new', label: 'New sample set for this decision', group: 'Samples', keywords: ['create', 'empty'] },
  { id: 'samples.label', label: 'Label samples by keyboard', group: 'Samples', keywords: ['annotate', 'mode'] },
  { id: 'samples.next-unlabelled', label: 'Next unlabelled sample', group: 'Samples', keywords: ['open', 'find'] },
  {
    id: 'samples.next-uncertain',
    label: 'Next most uncertain sample',
    group: 'Samples',
    keywords: ['active learning'],
  },
  { id: 'samples.add', label: 'Add a sample by hand', group: 'Samples', keywords: ['new', 'write'] },
  {
    id: 'samples.duplicates',
    label: 'Find duplicate samples',
    group: 'Samples',
    keywords: ['same', 'alike', 'conflict'],
  },
  {
    id: 'samples.search',
    label: 'Search the samples',
    group: 'Samples',
    keywords: ['filter', 'find'],
  },
  {
    id: 'samples.export',
    label: 'Export this sample set',
    group: 'Samples',
    keywords: ['csv', 'json', 'parquet', 'jevl', 'download'],
  },
  { id: 'run.start', label: 'Start the run', group: 'Evaluation', keywords: ['evaluate', 'score samples'] },
  { id: 'run.pause', label: 'Pause the run', group: 'Evaluation', keywords: ['hold', 'stop'] },
  { id: 'run.resume', label: 'Resume the run', group: 'Evaluation', keywords: ['go on', 'continue'] },
  { id: 'run.retry', label: 'Retry the failed samples', group: 'Evaluation', keywords: ['again', 'errors'] },
  {
    id: 'comparison.export',
    label: 'Export the comparison',
    group: 'Evaluation',
    keywords: ['csv', 'markdown', 'json', 'table', 'download'],
  },
  {
    id: 'configuration.save',
    label: 'Save the configuration',
    group: 'Evaluation',
    keywords: ['threshold', 'temperature', 'lock file'],
  },
  {
    id: 'configuration.import',
    label: 'Import a configuration',
    group: 'Evaluation',
    keywords: ['lock file', 'open'],
  },
  { id: 'model.add', label: 'Add a model file or folder', group: 'Model', keywords: ['gguf', 'open model'] },
  {
    id: 'model.hub',
    label: 'Find a model on the hub',
    group: 'Model',
    keywords: ['download', 'hugging face', 'search'],
  },
  { id: 'model.fetch-starter', label: 'Get the starter model', group: 'Model', keywords: ['download', 'smollm'] },
  {
    id: 'model.make-variants',
    label: 'Make quantised variants of the starter',
    group: 'Model',
    keywords: ['quantisation', 'requantise', 'q8', 'q4', 'compare'],
  },
  {
    id: 'model.choose',
    label: 'Choose a model',
    group: 'Model',
    keywords: ['load', 'switch'],
    shortcut: { mod: true, shift: true, key: 'm' },
  },
  {
    id: 'model.settings',
    label: 'Engine settings',
    group: 'Model',
    keywords: ['gpu', 'threads', 'context', 'flash attention'],
    shortcut: { mod: true, key: ',' },
  },
  { id: 'model.unload', label: 'Unload the model', group: 'Model', keywords: ['free memory'] },
  {
    id: 'deployment.new',
    label: 'Deploy a configuration',
    group: 'Deployment',
    keywords: ['sagemaker', 'aws', 'cloud', 'endpoint', 'plan'],
  },
  {
    id: 'endpoints.refresh',
    label: 'Look for endpoints again',
    group: 'Deployment',
    keywords: ['refresh', 'list', 'orphans', 'running'],
  },
  {
    id: 'endpoints.delete-everything',
    label: 'Delete every endpoint',
    group: 'Deployment',
    keywords: ['teardown', 'remove all', 'costs', 'clean up'],
  },
  {
    id: 'sharing.start',
    label: 'Share the model on this machine',
    group: 'Model',
    keywords: ['serve', 'http', 'api', 'server', 'curl'],
  },
  { id: 'sharing.stop', label: 'Stop sharing the model', group: 'Model', keywords: ['serve', 'http', 'server'] },
  { id: 'view.decide', label: 'Go to Decide', group: 'View', keywords: ['screen'], shortcut: { mod: true, key: '1' } },
  {
    id: 'view.samples',
    label: 'Go to Samples',
    group: 'View',
    keywords: ['screen'],
    shortcut: { mod: true, key: '2' },
  },
  {
    id: 'view.evaluate',
    label: 'Go to Evaluate',
    group: 'View',
    keywords: ['screen', 'runs', 'metrics'],
    shortcut: { mod: true, key: '3' },
  },
  {
    id: 'view.compare',
    label: 'Go to Compare',
    group: 'View',
    keywords: ['screen', 'quantisation', 'baseline'],
    shortcut: { mod: true, key: '4' },
  },
  {
    id: 'view.trust',
    label: 'Go to Trust',
    group: 'View',
    keywords: ['screen', 'threshold', 'calibration'],
    shortcut: { mod: true, key: '5' },
  },
  { id: 'view.models', label: 'Go to Models', group: 'View', keywords: ['screen'], shortcut: { mod: true, key: '6' } },
  {
    id: 'view.deploy',
    label: 'Go to Deploy',
    group: 'View',
    keywords: ['screen', 'sagemaker', 'aws', 'cloud'],
    shortcut: { mod: true, key: '7' },
  },
  {
    id: 'view.endpoints',
    label: 'Go to Endpoints',
    group: 'View',
    keywords: ['screen', 'running', 'cost', 'aws'],
    shortcut: { mod: true, key: '8' },
  },
  { id: 'view.light', label: 'Light', group: 'View', keywords: ['theme', 'colour scheme'] },
  { id: 'view.dark', label: 'Dark', group: 'View', keywords: ['theme', 'colour scheme'] },
  { id: 'view.system', label: 'Follow the system’s colours', group: 'View', keywords: ['theme', 'colour scheme'] },
  { id: 'view.contrast', label: 'High contrast', group: 'View', keywords: ['accessibility', 'theme'] },
  {
    id: 'help.palette',
    label: 'Command palette',
    group: 'Help',
    keywords: ['search', 'commands'],
    shortcut: { mod: true, key: 'k' },
  },
  {
    id: 'help.sheet',
    label: 'Keyboard shortcuts and help',
    group: 'Help',
    keywords: ['keys', 'about'],
    shortcut: { mod: true, key: '/' },
  },
] as const satisfies readonly ActionDescription[];

export type ActionId = (typeof actions)[number]['id'];
