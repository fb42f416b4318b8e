/**
 * The origin at which a browser opens a server of its own machine: `localhost`, unless the server listens on another
 * address. Use one name everywhere, because a cookie belongs to one host, and passkeys do not work on IP addresses.
 */
export function toLocalOrigin({ host, port }: HostAndPort): string {
  return toOrigin({ host: reachedAsLocalhost.has(host) ? 'localhost' : host, port })
}

/** The origin of a server that listens on an address. */
export function toOrigin({ host, port }: HostAndPort): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** The loopback addresses, and those that mean every address. */
const reachedAsLocalhost: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])
