import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { failover } from './failover.ts'
import { createTransport, type MailTransport, type PooledTransport } from './transport.ts'

/** The mail server of the running application. */
export const mailServers = new Ambient<MailServerLink>()

/** A transport, or the URL of a mail server. */
export type MailServerName = string | MailTransport

/**
 * The connection to the mail server, and to a fallback server if the first is unavailable. Connects with the first
 * mail.
 */
export class MailServerLink implements Disposable {
  readonly #servers: readonly MailServerName[]
  #transport: Promise<MailTransport> | undefined
  readonly #opened: PooledTransport[] = []
  #isClosed = false

  constructor(server: MailServerName, fallback?: MailServerName) {
    this.#servers = fallback === undefined ? [server] : [server, fallback]
  }

  transport(): Promise<MailTransport> {
    return (this.#transport ??= this.#open())
  }

  /** Closes the pooled connections, including those of a server that is still being opened. */
  [Symbol.dispose](): void {
    this.#isClosed = true
    for (const transport of this.#opened) transport[Symbol.dispose]()
  }

  async #open(): Promise<MailTransport> {
    const [first, second] = await Promise.all(
      this.#servers.map((server) => this.#toTransport(server)),
    )
    if (first === undefined) throw noServer()
    return second === undefined ? first : failover(first, second)
  }

  async #toTransport(server: MailServerName): Promise<MailTransport> {
    if (typeof server !== 'string') return server
    const transport = await createTransport(server)
    this.#opened.push(transport)
    if (this.#isClosed) transport[Symbol.dispose]()
    return transport
  }
}

/** Returns the transport of the current call. Throws `E_MAIL_URL` without a mail server. */
export function currentTransport(): Promise<MailTransport> {
  const server = mailServers.get()
  if (server !== undefined) return server.transport()
  throw noServer()
}

function noServer(): SetupError {
  return new SetupError('E_MAIL_URL', 'MAIL_URL is not set where this worker runs. Set it.')
}
