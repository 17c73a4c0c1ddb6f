import type { FaultCode } from '../../adapter/fault.ts';

/** How the program ends, for scripts. `--help` lists them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  badInput: 2,
  noModel: 3,
  notShown: 4,
  cancelled: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The lines of the help text. */
export const exitCodeHelp = `
Exit codes:
  0    done
  1    failed: the message says why and what to do next
  2    bad input or usage: the fields at fault are listed with their limits
  3    no model: none was found, or the file is missing, damaged or not supported
  4    done, but a demand is not shown (evaluate --min-accuracy, calibrate --target, verify; deploy,
       update and resume when the endpoint does not answer as this machine does)
  130  cancelled with Ctrl-C`;

const byFault: Partial<Record<FaultCode, ExitCode>> = {
  INVALID_REQUEST: exitCodes.badInput,
  TOO_MANY_TOKENS: exitCodes.badInput,
  TOO_MANY_OPTIONS: exitCodes.badInput,
  NO_CHAT_TEMPLATE: exitCodes.badInput,
  SEVERAL_CHAT_TEMPLATES: exitCodes.badInput,
  CHAT_TEMPLATE_FAILED: exitCodes.badInput,
  NO_MODEL: exitCodes.noModel,
  MODEL_MISSING: exitCodes.noModel,
  MODEL_UNREADABLE: exitCodes.noModel,
  MODEL_UNSUPPORTED: exitCodes.noModel,
  CANCELLED: exitCodes.cancelled,
};

/** The exit code that a fault stands for. */
export function exitCodeOf(code: FaultCode): ExitCode {
  return byFault[code] ?? exitCodes.failed;
}
