/** What of `os.networkInterfaces()` decides. */
export type Interfaces = Record<string, readonly { address: string; family: string; internal: boolean }[] | undefined>;

/**
 * Addresses under which a server on all of the machine's addresses is reached, as in `http://192.0.2.7:8080`; the
 * machine's own first. Those of IPv6 are left out: most change by the day.
 */
export function reachableAddresses(port: number, interfaces: Interfaces): string[] {
  const others = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return [...new Set(['127.0.0.1', ...others])].map((address) => `http://${address}:${port}`);
}
