import { networkInterfaces } from 'node:os'
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

const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::'])
