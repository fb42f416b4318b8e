import { networkInterfaces } from 'node:os'
import type { Settings } from '../../application/config/settings.ts'
import { toLocalOrigin } from '../../application/config/local-origin.ts'

/** The URLs of a server, on its own machine and for others. */
export interface DevelopmentUrls {
  readonly own: string
  readonly network: readonly string[]
}

type Interfaces = ReturnType<typeof networkInterfaces>

/**
 * The URLs of a server that listens on `address`. With `0.0.0.0` or `::`, it has one for each network of the machine.
 */
export function toDevelopmentUrls(
  { address, port }: { readonly address: string; readonly port: number },
  interfaces: Interfaces = networkInterfaces(),
): DevelopmentUrls {
  const toUrl = (host: string): string => toLocalOrigin({ host, port })
  if (!everywhere.has(address)) return { own: toUrl(address), network: [] }
  const others = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  return { own: toUrl(address), network: others.map((each) => toUrl(each.address)) }
}

/** The names in the settings by which the developer may open the application. */
export function toNames({ host, appUrl }: Pick<Settings, 'host' | 'appUrl'>): readonly string[] {
  const names = [host, URL.parse(appUrl ?? '')?.hostname ?? '']
  return names.filter((name) => /^[a-z\d.-]*[a-z][a-z\d.-]*$/i.test(name))
}

/**
 * The origin by which a request was sent, for links in its mails: that of an address of this machine, such as the one
 * that a phone opens. Any other host may be a forgery, so it is `undefined`.
 */
export function toAskedOrigin(
  host: string,
  interfaces: Interfaces = networkInterfaces(),
): string | undefined {
  const url = URL.parse(`http://${host}`)
  const address = url?.hostname.replaceAll(/[[\]]/g, '')
  const own = Object.values(interfaces).flatMap((each) => each ?? [])
  return own.some((each) => each.address === address && !each.internal) ? url?.origin : undefined
}

const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::'])
