import type { SMTPPoolOptions } from 'nodemailer'
import { LoopWatch } from '../../base/support/loop/loop-watch.ts'
import { ProcessBusy } from '../../base/support/loop/process-busy.ts'
import { TimeLimit } from '../../base/support/loop/time-limit.ts'
import { PermanentFailure } from '../jobs/permanent-failure.ts'
import type { MailMessage } from './mail-message.ts'
import { toMailOptions } from './mail-options.ts'
import { parseMailUrl } from './mail-url.ts'

/** Sends finished mails: to a mail server, or `application({ mail: { from, transport } })`. */
export interface MailTransport {
  /**
   * Resolves once the server has taken over the mail for at least one recipient, with the addresses that it
   * refused, for now or for good. With `onlyTo`, only that recipient gets it.
   *
   * Throws `PermanentFailure` of `tenon/jobs` if trying again cannot help; anything else is tried again.
   */
  send(message: MailMessage, onlyTo?: string): Promise<readonly string[]>
  /** Connects and logs in, and sends nothing. Throws if the server is away or refuses. */
  verify(): Promise<void>
}

/** How long a mail server may take; times are in milliseconds. */
export interface MailLimits {
  /** Time to find the host, to connect, and until the server greets: each. */
  readonly connectMs: number
  /** Time in which no byte is sent or received. */
  readonly progressMs: number
  /** Time for a whole mail, which is shorter than that of its job: one that goes on would be sent twice. */
  readonly mailMs: number
}

const defaultMailLimits: MailLimits = {
  connectMs: 15_000,
  progressMs: 60_000,
  mailMs: 150_000,
}

/** A transport that keeps connections open for the next mails until it is disposed. */
export interface PooledTransport extends MailTransport, Disposable {}

/**
 * Creates the transport for `MAIL_URL`. It keeps up to five connections, or as many as `?connections=` says, for the
 * next mails, until they were idle for `progressMs`.
 */
export async function createTransport(
  url: string,
  { connectMs, progressMs, mailMs }: MailLimits = defaultMailLimits,
): Promise<PooledTransport> {
  const server = parseMailUrl(url)
  const { createTransport } = await import('nodemailer')
  const options: SMTPPoolOptions = {
    pool: true,
    // A kept connection that the server has closed: the library asks again only if nothing of the mail was sent.
    maxRequeues: 1,
    ...server,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: progressMs,
  }
  const transporter = createTransport(options)
  return {
    async send(message, onlyTo) {
      const envelope =
        onlyTo === undefined ? {} : { envelope: { from: message.from.address, to: [onlyTo] } }
      using watch = new LoopWatch()
      const ending = new AbortController()
      const limit = new TimeLimit(mailMs, (busyMs) => ending.abort(tooLate(mailMs, busyMs)))
      try {
        const options = { ...toMailOptions(message), ...envelope, signal: ending.signal }
        const { rejected } = await transporter.sendMail(options)
        return rejected
      } catch (error) {
        throw toFailure(error, watch.busyMs)
      } finally {
        limit.stop()
      }
    },
    async verify() {
      await transporter.verify()
    },
    [Symbol.dispose]() {
      transporter.close()
    },
  }
}

/** It is unknown whether the server took the mail, or it asked to try again later: no other server must get it. */
export class DeliveryUncertain extends Error {
  override readonly name = 'DeliveryUncertain'
}

/**
 * A reply of the 500s to the mail itself is final (RFC 5321, 4.2.1). One to our greeting, to TLS or to the login is
 * about the connection, which somebody can correct, and everything else may be over by the next attempt.
 */
function toFailure(error: unknown, busyMs: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'ETIMEDOUT' && busyMs > 0) return new ProcessBusy(busyMs)
  const { responseCode = 0, code } = error as MailError
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isOfMail || responseCode < 500) return isAway(error) ? error : toUnderWay(error)
  return new PermanentFailure(`The mail server refused the mail: ${error.message}`, {
    cause: error,
  })
}

/** What the library says of its errors. */
interface MailError extends Error {
  readonly code?: unknown
  readonly responseCode?: number
  readonly command?: string
  readonly syscall?: string
  readonly timeoutType?: string
}

/** Whether a failure is one of the connection, the greeting or the login, so that the server knows of no mail. */
function isAway({ code, command, syscall, timeoutType, responseCode }: MailError): boolean {
  if (code === 'EDNS' || code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS') return true
  if (code === 'ETIMEDOUT') return timeoutType !== 'SOCKET_TIMEOUT'
  if (code === 'EPROTOCOL') return command === 'CONN' && responseCode !== undefined
  // Without a command, the library has given up before it wrote anything of the mail.
  return syscall === 'connect' || (code === 'ECONNECTION' && command === undefined)
}

function toUnderWay(error: Error): DeliveryUncertain {
  return new DeliveryUncertain(error.message, { cause: error })
}

function tooLate(limitMs: number, busyMs: number): Error {
  if (busyMs > 0) return new ProcessBusy(busyMs)
  return new DeliveryUncertain(`The mail server did not take over the mail within ${limitMs} ms`)
}
