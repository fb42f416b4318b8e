import type { PendingCookie } from '../http/cookie.ts'
import type { Reply } from '../http/reply.ts'
import { pick, toNames, type HeaderBlocks, type HeaderFields } from './header-blocks.ts'
import { http } from './node-http.ts'

interface Framing {
  readonly isSecure: boolean
  /** Whether the connection ends with the answer. */
  readonly isLast: boolean
  /** Of the body in bytes; `undefined` when nobody knows yet. */
  readonly length: number | undefined
}

/** Makes the heads of answers. */
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
   * The whole head, for a body in hand and a connection that stays open: lines that were joined at
   * boot, then those of the reply, whose fields were checked when they were set. Throws when the
   * status is none of an answer.
   */
  toText(reply: Reply, isSecure: boolean, length: number): string {
    const { statusCode } = reply
    const text =
      this.#toStart(statusCode) + toOwnLines(this.#toBlock(reply, isSecure), reply, isSecure)
    const end = `${this.#date.now()}\r\n`
    return mayHaveBody(statusCode) ? `${text}content-length: ${length}\r\n${end}` : text + end
  }

  /** Names and values in turn, for a head whose framing `node:http` settles. */
  toList(reply: Reply, { isSecure, isLast, length }: Framing): string[] {
    const list = toFieldList(this.#toBlock(reply, isSecure), reply, isSecure)
    if (isLast) list.push('connection', 'close')
    if (length !== undefined && mayHaveBody(reply.statusCode)) {
      list.push('content-length', String(length))
    }
    return list
  }

  #toBlock({ contentType }: Reply, isSecure: boolean): HeaderFields {
    return (isSecure ? this.#blocks.https : this.#blocks.http).of(contentType)
  }

  /** The status line and what is said of the connection. */
  #toStart(statusCode: number): string {
    const known = this.#starts.get(statusCode)
    if (known !== undefined) return known

    if (!Number.isInteger(statusCode) || statusCode < 200 || statusCode > 999) {
      throw new RangeError(`${statusCode} is no status of an answer`)
    }
    const reason = http.STATUS_CODES[statusCode] ?? 'Unknown'
    const start = `HTTP/1.1 ${statusCode} ${reason}\r\n${this.#connection}`
    this.#starts.set(statusCode, start)
    return start
  }
}

/** RFC 9110, 15.3.5 and 15.4.5: these have neither a body nor a length. */
export function mayHaveBody(statusCode: number): boolean {
  return statusCode !== 204 && statusCode !== 304
}

/** The field `Date` (RFC 9110, 6.6.1) as a line, made once a second. */
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

/** The block without what the reply sets itself, then the reply's own fields. */
function toOwnLines(block: HeaderFields, reply: Reply, isSecure: boolean): string {
  const { headers = none, cookies = none } = reply
  let rest = block
  let own = ''
  for (let i = 0; i < headers.length; i += 2) {
    rest = rest.without(headers[i])
    if (isFree(headers[i])) own += `${headers[i]}: ${headers[i + 1]}\r\n`
  }
  for (const cookie of cookies) own += `set-cookie: ${toCookieText(cookie, isSecure)}\r\n`
  return rest.lines + own
}

const none: readonly never[] = []

/** The same as names and values in turn. */
function toFieldList(block: HeaderFields, reply: Reply, isSecure: boolean): string[] {
  const { headers = none, cookies = none } = reply
  const rest = toNames(headers).reduce((fields, name) => fields.without(name), block)
  const list = [...rest.list, ...pick(headers, isFree)]
  for (const cookie of cookies) list.push('set-cookie', toCookieText(cookie, isSecure))
  return list
}

function toCookieText({ text, isSecure: own }: PendingCookie, isSecure: boolean): string {
  return (own ?? isSecure) ? `${text}; Secure` : text
}

/** How long a body is and how it is framed is the server's to say: a lie would split responses. */
function isFree(name: string | undefined): boolean {
  return !framing.has(name)
}

const framing: ReadonlySet<string | undefined> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
])
