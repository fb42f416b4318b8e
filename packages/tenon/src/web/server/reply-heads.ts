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
    const { statusCode, headers, cookies = none } = reply
    let fields = this.#toBlock(reply, isSecure)
    let own = ''
    headers?.forEach((name, value) => {
      fields = fields.without(name)
      if (isFree(name)) own += `\r\n${name}: ${value}`
    })
    for (const cookie of cookies) own += `\r\nset-cookie: ${toCookieText(cookie, isSecure)}`
    const date = this.#date.now()
    const start = fields.heads.get(statusCode, date) ?? this.#makeStart(statusCode, fields, date)
    return mayHaveBody(statusCode) ? `${start}${length}${own}\r\n\r\n` : `${start}${own}\r\n\r\n`
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

  /** Builds the beginning of the heads with this status and these fields, up to the value of `content-length`. */
  #makeStart(statusCode: number, { lines, heads }: HeaderFields, date: string): string {
    if (!Number.isInteger(statusCode) || statusCode < 200 || statusCode > 999) {
      throw new RangeError(`${statusCode} is not a valid response status`)
    }
    const reason = http.STATUS_CODES[statusCode] ?? 'Unknown'
    const end = mayHaveBody(statusCode) ? '\r\ncontent-length: ' : ''
    const start = `HTTP/1.1 ${statusCode} ${reason}\r\n${this.#connection}${lines}${date}${end}`
    return heads.set(statusCode, date, start)
  }
}

/** RFC 9110, 15.3.5 and 15.4.5: these statuses have neither a body nor a length. */
export function mayHaveBody(statusCode: number): boolean {
  return statusCode !== 204 && statusCode !== 304
}

/** Builds the `Date` header (RFC 9110, 6.6.1) once per second, without the end of its line. */
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
    this.#line = `date: ${new Date(now).toUTCString()}`
  }
}

const second = 1000

const none: readonly never[] = []

/** Lists the prepared fields, without those the reply overrides, and the reply's own. */
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
