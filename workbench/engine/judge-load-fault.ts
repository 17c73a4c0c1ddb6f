import type { Fault } from '../../adapter/fault.ts';
import type { TrialMessage } from './try-model-message.ts';

/**
 * What a fault of the trial's load says about the file. The trial asks one thing: does loading it end the process? A
 * fault that is no damage (an architecture that the engine does not know, say) comes again when the file is loaded
 * for use, with its own code, and does no harm there.
 */
export function judgeLoadFault(fault: Fault): Extract<TrialMessage, { type: 'outcome' }> {
  switch (fault.code) {
    case 'MODEL_UNREADABLE':
      return { type: 'outcome', outcome: 'damaged', reason: fault.message };
    case 'OUT_OF_MEMORY':
    case 'MODEL_MISSING':
    case 'IO_FAILED':
      return { type: 'outcome', outcome: 'could-not-run', reason: fault.message };
    default:
      return { type: 'outcome', outcome: 'fine', reason: fault.message };
  }
}
