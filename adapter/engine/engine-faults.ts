import { Fault } from '../fault.ts';

const memoryWords =
  /out of memory|insufficient memory|not enough (v?ram|memory)|failed to allocate|unable to allocate|cudamalloc|too large for the available|errordeviceoutof|bad_alloc|erroroutofdevicememory/i;
const lostWords = /device.?lost|ErrorDeviceLost|cuda error|gpu.*(reset|removed)|command buffer.*(fail|error)/i;
const architectureWords = /unknown model architecture|unsupported model architecture|unknown architecture/i;
const binaryWords = /no (prebuilt )?binary|nobinaryfound|no binary found/i;
const tokeniserWords = /unknown pre-tokenizer|unknown tokenizer|cannot find tokenizer/i;
const pastEndWords =
  /not within the file bounds|data is not within|corrupted or incomplete|invalid magic|failed to read|key not found|wrong (shape|number of tensors)|missing tensor|check_tensor_dims|error loading model (hyperparameters|vocabulary)/i;

/** The reason in the engine's own words: the most telling of its error lines. */
function reason(error: unknown, lines: readonly string[]): string {
  const own = error instanceof Error ? error.message : String(error);
  const telling = lines.map((line) => line.trim()).filter((line) => line !== '');
  return telling.length === 0 ? own : `${own} (${telling.slice(-3).join('; ')})`;
}

/**
 * The fault that a failure while loading stands for.
 * @param lines what the engine wrote at level error
 */
export function loadFault(file: string, error: unknown, lines: readonly string[]): Fault {
  if (error instanceof Fault) return error;
  const why = reason(error, lines);
  const options = { cause: error };
  if (memoryWords.test(why))
    return new Fault(
      'OUT_OF_MEMORY',
      `There is not enough memory to load ${file}: ${why}`,
      'Choose a smaller file or quantisation, fewer GPU layers or a smaller context.',
      options,
    );
  if (architectureWords.test(why) || tokeniserWords.test(why))
    return new Fault(
      'MODEL_UNSUPPORTED',
      `This engine cannot run ${file}: ${why}`,
      'Choose a model of another architecture.',
      options,
    );
  if (pastEndWords.test(why))
    return new Fault(
      'MODEL_UNREADABLE',
      `${file} is damaged or not complete: ${why}`,
      'Download the file again and compare its checksum.',
      options,
    );
  if (binaryWords.test(why))
    return new Fault(
      'ENGINE_FAILED',
      `There is no binary of the engine for this machine: ${why}`,
      'Install the application again, with its optional packages for this platform.',
      options,
    );
  return new Fault(
    'ENGINE_FAILED',
    `The engine could not load ${file}: ${why}`,
    'Try another file, or load with no GPU layers.',
    options,
  );
}

/** The fault that a failure while evaluating stands for. */
export function evaluationFault(error: unknown, lines: readonly string[]): Fault {
  if (error instanceof Fault) return error;
  const why = reason(error, lines);
  if (memoryWords.test(why))
    return new Fault(
      'OUT_OF_MEMORY',
      `The engine ran out of memory while evaluating: ${why}`,
      'Load the model with a smaller context or fewer GPU layers.',
      { cause: error },
    );
  if (lostWords.test(why))
    return new Fault(
      'ENGINE_FAILED',
      `The GPU was lost while evaluating: ${why}`,
      'Load the model again; if it happens again, with no GPU layers.',
      { cause: error },
    );
  return new Fault('ENGINE_FAILED', `The engine stopped while evaluating: ${why}`, 'Load the model again.', {
    cause: error,
  });
}

export function cancelled(what: string): Fault {
  return new Fault('CANCELLED', `${what} was cancelled.`, 'Start it again when you want it.');
}
