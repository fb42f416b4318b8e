import type { SMTPPoolOptions } from 'nodemailer'
import { LoopWatch } from '../../base/support/loop/loop-watch.ts'
import { ProcessBusy } from '../../base/support/loop/process-busy.ts'
import { TimeLimit } from '../../base/support/loop/time-limit.ts'
import { PermanentFailure } from '../jobs/permanent-failure.ts'
import type { MailMessage } from './mail-message.ts'
import { toMailOptions } from './mail-options.ts'
import { parseMailUrl } from './mail-url.ts'

/** Sends finished mails: the mail server's, or yours in `application({ mail: { from, transport } })`. */
export interface MailTransport {
  /**
   * Resolves once the server has accepted the mail for at least one recipient. Returns the addresses that the server
   * refused, for now or for good. With `onlyTo`, only that recipient gets the mail.
   *
   * Throws `PermanentFailure` of `tenon/jobs` if a retry cannot help. The job retries after any other error.
   */
  send(message: MailMessage, onlyTo?: string): Promise<readonly string[]>
  /** Connects and logs in without sending anything. Throws if the server is unavailable or refuses. */
  verify(): Promise<void>
}

/** How long a mail server may take, in milliseconds. */
export interface MailLimits {
  /** For each of: finding the host, connecting, and waiting for the greeting. */
  readonly connectMs: number
  /** For a pause without a sent or received byte. */
  readonly progressMs: number
  /** For a whole mail. It must be shorter than the job's timeout, or a mail still being sent would be sent again. */
  readonly mailMs: number
}

const defaultMailLimits: MailLimits = {
  connectMs: 15_000,
  progressMs: 60_000,
  mailMs: 150_000,
}

/** A transport that keeps its connections open until it is disposed. */
export interface PooledTransport extends MailTransport, Disposable {}

/**
 * Creates the transport for `MAIL_URL`. It keeps up to five connections, or `?connections=` many, for the next mails.
 * Closes a connection after `progressMs` without use. Throws `E_MAIL_URL`.
 */
export async function createTransport(
  url: string,
  { connectMs, progressMs, mailMs }: MailLimits = defaultMailLimits,
): Promise<PooledTransport> {
  const server = parseMailUrl(url)
  const { createTransport } = await import('nodemailer')
  const options: SMTPPoolOptions = {
    pool: true,
    // If the server has closed a kept connection, the library retries only if it has sent nothing of the mail.
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

/** The server may have accepted the mail, or asked to retry later. No other server may get the mail. */
export class DeliveryUncertain extends Error {
  override readonly name = 'DeliveryUncertain'
}

/**
 * A 5xx reply to the mail itself is permanent (RFC 5321, 4.2.1). A 5xx reply to the greeting, to TLS or to the login
 * concerns the connection, and somebody can correct that. All other errors may be gone at the next attempt.
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

/** An error of the library. */
interface MailError extends Error {
  readonly code?: unknown
  readonly responseCode?: number
  readonly command?: string
  readonly syscall?: string
  readonly timeoutType?: string
}

/** Whether the connection, the greeting or the login failed, so that the server has seen no mail. */
function isAway({ code, command, syscall, timeoutType, responseCode }: MailError): boolean {
  if (code === 'EDNS' || code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS') return true
  if (code === 'ETIMEDOUT') return timeoutType !== 'SOCKET_TIMEOUT'
  if (code === 'EPROTOCOL') return command === 'CONN' && responseCode !== undefined
  // Without a command, the library gave up before it sent anything of the mail.
  return syscall === 'connect' || (code === 'ECONNECTION' && command === undefined)
}

function toUnderWay(error: Error): DeliveryUncertain {
  return new DeliveryUncertain(error.message, { cause: error })
}

function tooLate(limitMs: number, busyMs: number): Error {
  if (busyMs > 0) return new ProcessBusy(busyMs)
  return new DeliveryUncertain(`The mail server did not take over the mail within ${limitMs} ms`)
}
