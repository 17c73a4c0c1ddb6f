import { Fault } from '../../adapter/fault.ts';

/** Stands where deployments and endpoints are put together, until they are. */
export function notYet<T extends object>(): T {
  return new Proxy({} as T, {
    get: () => () => {
      throw new Fault('UNEXPECTED', 'This is not put together yet.', 'Use a later version.');
    },
  });
}
