/**
 * The origin at which a browser opens a server of its own machine: `localhost`, unless the server listens elsewhere. One
 * name everywhere, because a cookie belongs to one host, and passkeys do not work on IP addresses.
 */
export function toLocalOrigin({
  host,
  port,
}: {
  readonly host: string
  readonly port: number
}): string {
  if (reachedAsLocalhost.has(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Loopback, and every address. */
const reachedAsLocalhost: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])
