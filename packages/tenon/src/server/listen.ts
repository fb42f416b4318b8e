import type { AddressInfo, Server } from 'node:net'
import { SetupError } from '../support/setup-error.ts'

/** Where a server listens. */
export interface ListenOptions {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Whether several processes share the port, among which the kernel spreads connections. */
  readonly reusePort?: boolean
  /** How many connections may wait to be accepted. */
  readonly backlog?: number
}

/** Begins to listen. Throws `E_SERVER_LISTEN`, with a remedy, when the address cannot be had. */
export async function listen(server: Server, options: ListenOptions): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    const onError = (error: Error): void => reject(toSetupError(error, options))
    server.once('error', onError)
    server.listen(options, () => {
      server.off('error', onError)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('Not a TCP address')
  return address
}

function toSetupError(error: Error, { host, port }: ListenOptions): SetupError {
  const code = 'code' in error ? String(error.code) : error.message
  const remedy = remedies.get(code) ?? 'Set SERVER_HOST and SERVER_PORT to what can be had.'
  const message = `Cannot listen on ${host}:${port} (${code}). ${remedy}`
  return new SetupError('E_SERVER_LISTEN', message, { cause: error })
}

const wrongHost = 'Set SERVER_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.'

const remedies: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'Another process has this port: stop it, or set SERVER_PORT to a free one.'],
  ['EACCES', 'Ports below 1024 need a privilege: set SERVER_PORT to a higher one.'],
  ['EADDRNOTAVAIL', wrongHost],
  ['ENOTFOUND', wrongHost],
  ['EAI_AGAIN', wrongHost],
])
