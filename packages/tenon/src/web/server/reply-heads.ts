import type { FinishedReply } from '../http/reply.ts'
import type { PendingCookie } from '../http/cookie.ts'
import type { HeaderBlocks, HeaderFields } from './header-blocks.ts'
import { http } from './node-http.ts'

interface Framing {
  readonly isSecure: boolean
  /** Whether the connection closes after the response. */
  readonly isLast: boolean
  /** The body's length in bytes; `undefined` if unknown. */
  readonly length: number | undefined
}

/** Builds response heads. */
export class ReplyHeads {
  readonly #blocks: HeaderBlocks
  readonly #connection: string
  readonly #date = new DateLine()
  readonly #starts = new Map<number, string>()

  constructor(blocks: HeaderBlocks, keepAliveTimeoutMs: number) {
    this.#blocks = blocks
    const seconds = Math.floor(keepAliveTimeoutMs / 1000)
    this.#connection = `connection: keep-alive\r\nkeep-alive: timeout=${seconds}\r\n`
  }

  /**
   * Builds the complete head for a body in memory on a connection that stays open: the lines
   * prepared at boot, then those of the reply, which were validated when they were set. Throws for
   * an invalid response status.
   */
  toText(reply: FinishedReply, isSecure: boolean, length: number): string {
    const { statusCode } = reply
    const text =
      this.#toStart(statusCode) + toOwnLines(this.#toBlock(reply, isSecure), reply, isSecure)
    const end = `${this.#date.now()}\r\n`
    return mayHaveBody(statusCode) ? `${text}content-length: ${length}\r\n${end}` : text + end
  }

  /** Returns alternating names and values, for a head whose framing `node:http` decides. */
  toList(reply: FinishedReply, { isSecure, isLast, length }: Framing): string[] {
    const list = toFieldList(this.#toBlock(reply, isSecure), reply, isSecure)
    if (isLast) list.push('connection', 'close')
    if (length !== undefined && mayHaveBody(reply.statusCode)) {
      list.push('content-length', String(length))
    }
    return list
  }

  #toBlock({ contentType }: FinishedReply, isSecure: boolean): HeaderFields {
    return (isSecure ? this.#blocks.https : this.#blocks.http).of(contentType)
  }

  /** Returns the status line and the connection headers. */
  #toStart(statusCode: number): string {
    const known = this.#starts.get(statusCode)
    if (known !== undefined) return known

    if (!Number.isInteger(statusCode) || statusCode < 200 || statusCode > 999) {
      throw new RangeError(`${statusCode} is not a valid response status`)
    }
    const reason = http.STATUS_CODES[statusCode] ?? 'Unknown'
    const start = `HTTP/1.1 ${statusCode} ${reason}\r\n${this.#connection}`
    this.#starts.set(statusCode, start)
    return start
  }
}

/** RFC 9110, 15.3.5 and 15.4.5: these statuses have neither a body nor a length. */
export function mayHaveBody(statusCode: number): boolean {
  return statusCode !== 204 && statusCode !== 304
}

/** Builds the `Date` header line (RFC 9110, 6.6.1) once per second. */
class DateLine {
  #line = ''
  #madeAt = 0

  now(): string {
    const now = Date.now()
    const age = now - this.#madeAt
    if (age >= second || age < 0) this.#make(now)
    return this.#line
  }

  #make(now: number): void {
    this.#madeAt = now - (now % second)
    this.#line = `date: ${new Date(now).toUTCString()}\r\n`
  }
}

const second = 1000

/** Joins the prepared lines, without those the reply overrides, and the reply's own lines. */
function toOwnLines(block: HeaderFields, reply: FinishedReply, isSecure: boolean): string {
  const { headers, cookies = none } = reply
  let rest = block
  let own = ''
  headers?.forEach((name, value) => {
    rest = rest.without(name)
    if (isFree(name)) own += `${name}: ${value}\r\n`
  })
  for (const cookie of cookies) own += `set-cookie: ${toCookieText(cookie, isSecure)}\r\n`
  return rest.lines + own
}

const none: readonly never[] = []

/** Builds the same as a list of alternating names and values. */
function toFieldList(block: HeaderFields, reply: FinishedReply, isSecure: boolean): string[] {
  const { headers, cookies = none } = reply
  let rest = block
  const own: string[] = []
  headers?.forEach((name, value) => {
    rest = rest.without(name)
    if (isFree(name)) own.push(name, value)
  })
  for (const cookie of cookies) own.push('set-cookie', toCookieText(cookie, isSecure))
  return [...rest.list.toArray(), ...own]
}

function toCookieText({ text, isSecure: own }: PendingCookie, isSecure: boolean): string {
  return (own ?? isSecure) ? `${text}; Secure` : text
}

/**
 * Only the server decides the length and framing of a body: a wrong value would allow response
 * splitting.
 */
function isFree(name: string): boolean {
  return !framing.has(name)
}

const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
])
