import type { ValidationDetail } from '../wire/system-one/question.ts';
import type { Refusal } from './refusal.ts';

/**
 * A platform passes a container's error on in a message of 2,048 characters at most; what is longer would be cut in the
 * middle of its JSON.
 */
export const MAX_REFUSAL_LENGTH = 2000;
// Of one text in a refusal: a key of the request can be as long as the body.
const MAX_TEXT_LENGTH = 300;

/** The two forms of an error: of the decisions interface, and of System One. */
export type RefusalForm = 'decisions' | 'system-one';

/** The JSON text of a refusal. All that the caller needs is in it, since headers may be stripped on the way. */
export function writeRefusal(refusal: Refusal, form: RefusalForm, requestId: string): string {
  return form === 'decisions' ? writeError(refusal, requestId) : writeDetail(refusal, requestId);
}

function writeError(refusal: Refusal, requestId: string): string {
  const { message, retryable, code, next, fields = [] } = refusal;
  const frame = {
    error: cut(message),
    retryable,
    ...(code === undefined ? {} : { code }),
    ...(next === undefined ? {} : { next: cut(next) }),
    request_id: requestId,
  };
  const cutFields = fields.map((field) => ({
    path: cut(field.path),
    message: cut(field.message),
    ...(field.limit === undefined ? {} : { limit: cut(field.limit) }),
  }));
  return asManyAsFit(cutFields, (some) => ({ ...frame, ...(fields.length === 0 ? {} : { fields: some }) }));
}

function writeDetail(refusal: Refusal, requestId: string): string {
  const { type, message, details } = refusal;
  if (details === undefined) {
    return JSON.stringify({ detail: { error_type: type, message: cut(message) }, x_request_id: requestId });
  }
  const cutDetails = details.map(
    (detail): ValidationDetail => ({
      loc: detail.loc.map((step) => (typeof step === 'number' ? step : cut(step))),
      msg: cut(detail.msg),
      type: detail.type,
    }),
  );
  return asManyAsFit(cutDetails, (some) => ({ detail: some, x_request_id: requestId }));
}

/** The JSON text with as many of the items as fit; one at least. */
function asManyAsFit<T>(items: readonly T[], write: (some: readonly T[]) => unknown): string {
  let fitting = JSON.stringify(write(items.slice(0, 1)));
  for (let count = 2; count <= items.length; count += 1) {
    const longer = JSON.stringify(write(items.slice(0, count)));
    if (longer.length > MAX_REFUSAL_LENGTH) break;
    fitting = longer;
  }
  return fitting;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  // not between the halves of a surrogate pair
  return `${text.slice(0, MAX_TEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
