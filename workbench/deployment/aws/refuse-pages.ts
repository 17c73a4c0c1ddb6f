/** An answer as the SDK's HTTP handler gives it. */
interface HttpAnswer {
  statusCode?: unknown;
  headers?: unknown;
}

/** A page answered where a service should have. */
export class PageAnswer extends Error {
  override readonly name = 'PageAnswer';
  readonly $metadata: { httpStatusCode: number };

  constructor(status: number) {
    super('A page answered where AWS should have.');
    this.$metadata = { httpStatusCode: status };
  }
}

/**
 * Whether what answered is no service of AWS: a page without the id that each answer of AWS carries. The SDK would take
 * one with status 200 for a success wherever the answer has no body to read, as after a delete.
 */
export function isPage({ headers }: HttpAnswer): boolean {
  if (typeof headers !== 'object' || headers === null) return false;
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const isHtml = entries.some(([name, value]) => name === 'content-type' && /text\/html/i.test(value));
  return isHtml && !entries.some(([name]) => /^x-amzn?-request-?id$/.test(name));
}

/** What a step of the SDK between the wire and the reading of an answer does; the types of each client are its own. */
export function refusePages<Args, Result extends { response: unknown }>(
  next: (args: Args) => Promise<Result>,
): (args: Args) => Promise<Result> {
  return async (args) => {
    const result = await next(args);
    const { response } = result;
    if (typeof response === 'object' && response !== null && isPage(response)) {
      const status = Reflect.get(response, 'statusCode');
      throw new PageAnswer(typeof status === 'number' ? status : 0);
    }
    return result;
  };
}
