import type { RemoteTarget } from '../../contract/remote.ts';

/** What stands for a place where a file's path stands for a file: its last step names it in tables. */
export function remoteLabel(target: RemoteTarget): string {
  if (target.kind === 'endpoint') return `sagemaker:${target.region}/${target.endpoint_name}`;
  const { host } = new URL(target.url);
  return target.kind === 'decisions' ? host : `${host}/${target.model}`;
}

/** Whom texts go to. */
export function remoteHost(target: RemoteTarget): string {
  if (target.kind === 'endpoint') return `the SageMaker endpoint ${target.endpoint_name} in ${target.region}`;
  return new URL(target.url).host;
}

/** Whether a host is this very machine. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
