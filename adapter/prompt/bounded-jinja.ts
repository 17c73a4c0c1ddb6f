import { createContext, Script } from 'node:vm';
import { Environment, Interpreter, parse, tokenize } from '@huggingface/jinja';

/** A model file's template is a stranger's program. The largest known ones have some 40,000 characters. */
const MAX_TEMPLATE_LENGTH = 256 * 1024;
/** What a template may add around the messages, in characters; real ones add some hundreds. */
const MAX_ADDED_OUTPUT = 1024 * 1024;
/**
 * Evaluations, and characters and items created. Real templates need some thousands, and some tens of copies of the
 * messages (one for each block that encloses them). It bounds memory, and nearly all time.
 */
const BASE_BUDGET = 200_000;
const COPIES_OF_CONTENT = 64;
/** An item of a list costs more than a character: a loop over it makes a scope for each. */
const ITEM_COST = 10;
/** For the time that one operation takes inside, which the budget cannot see. */
const MAX_MILLISECONDS = 500;
const MAX_RANGE = 10_000;
/** Parsed templates that are kept; each is some hundreds of kilobytes at most. */
const MAX_PARSED = 16;

type Value = ReturnType<Interpreter['evaluate']>;
type Program = ReturnType<typeof parse>;
export type JinjaVariables = Record<string, string | boolean | null | readonly { role: string; content: string }[]>;

/** A template that cannot be rendered; the message says why, as the end of a sentence. */
export class JinjaFailure extends Error {
  /** Whether the template refused of its own accord (`raise_exception`). */
  readonly raised: boolean;

  constructor(message: string, options: { raised?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.raised = options.raised ?? false;
  }
}

// Ran out of time once: refused at once from then on, since each try holds the event loop.
const tooSlow = new Set<string>();
const parsed = new Map<string, Program>();
const sandbox = createContext({ task: () => {} });
const runTask = new Script('task()');

/**
 * Renders a Jinja template as the chat templates of model files need it (blocks trimmed as transformers does), with
 * bounds on its size, work, time and output, since it may be a stranger's program.
 * @throws JinjaFailure
 */
export function renderJinja(template: string, variables: JinjaVariables): string {
  if (template.length > MAX_TEMPLATE_LENGTH) {
    throw new JinjaFailure(`it has ${template.length} characters, and at most ${MAX_TEMPLATE_LENGTH} are read`);
  }
  if (tooSlow.has(template)) throw new JinjaFailure('it ran too long before');
  const contentLength = JSON.stringify(variables).length;
  let output = '';
  sandbox.task = () => {
    const interpreter = new BoundedInterpreter(
      environmentOf(variables),
      BASE_BUDGET + COPIES_OF_CONTENT * contentLength,
    );
    output = String(interpreter.run(parseTemplate(template)).value);
  };
  try {
    runTask.runInContext(sandbox, { timeout: MAX_MILLISECONDS });
  } catch (error) {
    if (error instanceof JinjaFailure) throw error;
    if (isTimeout(error)) {
      tooSlow.add(template);
      throw new JinjaFailure(`it ran longer than ${MAX_MILLISECONDS} ms`, { cause: error });
    }
    throw new JinjaFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (output.length > contentLength * 2 + MAX_ADDED_OUTPUT) throw new JinjaFailure('it writes too much');
  return output;
}

/** Node's error comes from the sandbox, whose Error is another class than ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/** The library's interpreter, with a count of what it does. */
class BoundedInterpreter extends Interpreter {
  private readonly weights = new WeakMap<object, number>();
  private budget: number;

  constructor(environment: Environment, budget: number) {
    super(environment);
    this.budget = budget;
  }

  override evaluate(...args: Parameters<Interpreter['evaluate']>): Value {
    this.spend(1);
    const value = super.evaluate(...args);
    // Looking a variable up creates nothing, but a loop may go over it.
    if (args[0]?.type !== 'Identifier') this.spend(this.weigh(value));
    else if (Array.isArray(value.value)) this.spend(ITEM_COST * value.value.length);
    return value;
  }

  private spend(cost: number): void {
    this.budget -= cost;
    if (this.budget < 0) throw new JinjaFailure('it does more work than a chat template needs');
  }

  /** What writing the value out would create; shared parts count each time they would be written. */
  private weigh(value: Value): number {
    const content: unknown = value.value;
    if (typeof content === 'string') return content.length;
    if (typeof content !== 'object' || content === null) return 1;
    const known = this.weights.get(content);
    if (known !== undefined) return known;
    // Set first: a value that holds itself has an end.
    this.weights.set(content, 1);
    let weight = 1;
    if (Array.isArray(content)) for (const item of content) weight += ITEM_COST + this.weigh(item);
    else if (content instanceof Map) for (const item of content.values()) weight += ITEM_COST + this.weigh(item);
    this.weights.set(content, weight);
    return weight;
  }
}

function parseTemplate(template: string): Program {
  const known = parsed.get(template);
  if (known !== undefined) return known;
  const program = parse(tokenize(template, { lstrip_blocks: true, trim_blocks: true }));
  const oldest = parsed.size >= MAX_PARSED ? parsed.keys().next().value : undefined;
  if (oldest !== undefined) parsed.delete(oldest);
  parsed.set(template, program);
  return program;
}

function environmentOf(variables: JinjaVariables): Environment {
  const environment = new Environment();
  for (const [truth, names] of [
    [true, ['true', 'True']],
    [false, ['false', 'False']],
    [null, ['none', 'None']],
  ] as const) {
    for (const name of names) environment.set(name, truth);
  }
  environment.set('raise_exception', (message: unknown) => {
    throw new JinjaFailure(String(message), { raised: true });
  });
  environment.set('range', range);
  environment.set('strftime_now', formatFixedDate);
  for (const [name, value] of Object.entries(variables)) environment.set(name, value);
  return environment;
}

/** Python's range, with an end. */
function range(first: number, second?: number, step = 1): number[] {
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (!(count <= MAX_RANGE)) throw new JinjaFailure(`range() of ${count} numbers`);
  return Array.from({ length: count }, (_, index) => start + index * step);
}

/**
 * Some templates write today's date into the prompt. The same configuration must give the same numbers tomorrow, so the
 * date stands still: on the day that Llama 3's own template writes when it is given no clock.
 */
function formatFixedDate(format: string): string {
  const parts: Record<string, string> = {
    '%Y': '2024',
    '%y': '24',
    '%m': '07',
    '%d': '26',
    '%b': 'Jul',
    '%B': 'July',
    '%a': 'Fri',
    '%A': 'Friday',
    '%H': '00',
    '%M': '00',
    '%S': '00',
    '%%': '%',
  };
  return format.replace(/%[a-zA-Z%]/g, (directive) => parts[directive] ?? directive);
}
