/**
 * Finds requests of a small, strict grammar in received bytes (RFC 9112). The reader has only three
 * results: a whole request, the beginning of one, and everything else, which `node:http` answers.
 * It never refuses a request, so its only possible mistake is to accept too much. It therefore
 * accepts less than `node:http` does:
 *
 *     GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS SP "/" *VCHAR SP "HTTP/1.1" CRLF
 *     *( token ":" OWS *( VCHAR | SP | HTAB ) OWS CRLF ) CRLF
 *
 * One `Host`, at most one `Content-Length`, no field twice, and no field that changes what happens to
 * the connection: no `Transfer-Encoding`, `Upgrade` or `Expect`, no `Connection` except
 * `keep-alive`. A body must have arrived together with its head.
 *
 * All bytes are checked once, with tables, before they become text. A reader keeps its last
 * result in its fields, so a request costs no object besides its exchange.
 */
import { isHost } from '../../http/origin.ts'
import type { IncomingHeaders } from '../../http/exchange.ts'
import type { ServerLimits } from '../server-limits.ts'

/** Whether bytes hold a whole request, the beginning of one, or something else. */
export type ReadResult = 'whole' | 'partial' | 'foreign'

export class RequestReader {
  /** The method of the last whole request. */
  method = ''
  /** Its target: path and query as sent. */
  target = ''
  /** Its head as text, with the empty line at the end. */
  head = ''
  /** Where its header fields start in `head`. */
  fieldsAt = 0
  /** Where its body starts in the bytes, and where the next request does. */
  bodyAt = 0
  endAt = 0
  /** Whether it declares a body, even an empty one. */
  hasBody = false
  /** Whether it has `X-Forwarded-Proto`. */
  isForwarded = false
  /** Whether it has `X-Inertia`. */
  mayBePageVisit = false

  readonly #limits: ServerLimits
  readonly #longestBody: number
  readonly #hashes: Int32Array
  #hostAt = 0
  #hostEnd = 0
  #bodyLength = -1
  /** The last valid host, which nearly always matches the next request. */
  #knownHost: string | undefined

  constructor(limits: ServerLimits) {
    this.#limits = limits
    // An unread body beyond `skipBytes` closes the connection, which `node:http` does.
    this.#longestBody = Math.min(limits.skipBytes, longestBody)
    this.#hashes = new Int32Array(Math.min(limits.headerFields, mostFields))
  }

  /** Reads the request that starts at `start`. */
  read(bytes: Buffer, start: number): ReadResult {
    const end = bytes.length
    const method = findMethod(bytes, start)
    if (method === undefined) return startsMethod(bytes, start) ? 'partial' : 'foreign'

    const targetAt = start + method.length + 1
    const targetEnd = skipTarget(bytes, targetAt)
    if (targetEnd - targetAt > this.#limits.targetBytes) return 'foreign'
    if (targetEnd === end) return 'partial'
    if (targetEnd === targetAt) return 'foreign'
    const fieldsAt = targetEnd + version.length
    if (!startsWith(bytes, targetEnd, version)) return 'foreign'
    if (fieldsAt > end) return 'partial'

    const bodyAt = this.#readFields(bytes, fieldsAt)
    const headBytes = (bodyAt > 0 ? bodyAt : end) - start
    if (bodyAt === foreign || headBytes >= this.#limits.headerBytes) return 'foreign'
    if (bodyAt === partial) return 'partial'
    if (this.#bodyLength > this.#longestBody) return 'foreign'

    const head = bytes.toString('latin1', start, bodyAt)
    if (!this.#hasValidHost(head, start)) return 'foreign'
    const endAt = bodyAt + Math.max(this.#bodyLength, 0)
    if (endAt > end) return 'partial'
    this.method = method
    this.target = head.slice(targetAt - start, targetEnd - start)
    this.head = head
    this.fieldsAt = fieldsAt - start
    this.bodyAt = bodyAt
    this.endAt = endAt
    this.hasBody = this.#bodyLength >= 0
    return 'whole'
  }

  /** Returns where the fields end, or `partial` or `foreign`. */
  #readFields(bytes: Uint8Array, fieldsAt: number): number {
    const end = bytes.length
    const hashes = this.#hashes
    this.#hostAt = 0
    this.#bodyLength = -1
    this.isForwarded = false
    this.mayBePageVisit = false
    let count = 0
    let at = fieldsAt
    for (;;) {
      if (bytes[at] === cr)
        return at + 1 === end ? partial : bytes[at + 1] === lf ? at + 2 : foreign

      const nameAt = at
      let hash = 0
      for (let code = lowerTokens[bytes[at] ?? 0]; code; code = lowerTokens[bytes[++at] ?? 0]) {
        hash = (Math.imul(hash, 31) + code) | 0
      }
      if (at === end) return partial
      if (bytes[at] !== colon || at === nameAt) return foreign
      const nameEnd = at
      do at += 1
      while (isInValue[bytes[at] ?? 0] === 1)
      const lineEnd = at
      if (at === end) return partial
      if (bytes[at] !== cr) return foreign
      if (at + 1 === end) return partial
      if (bytes[at + 1] !== lf) return foreign
      at += 2

      // Equal names have equal hashes. If different names have the same, `node:http` reads the request.
      for (let i = 0; i < count; i++) if (hashes[i] === hash) return foreign
      if (count === hashes.length) return foreign
      hashes[count++] = hash
      if (!this.#isUsual(bytes, nameAt, nameEnd, lineEnd)) return foreign
    }
  }

  /** Notes the fields that frame the request. Returns whether the field is one of the grammar. */
  #isUsual(bytes: Uint8Array, nameAt: number, nameEnd: number, lineEnd: number): boolean {
    switch (nameEnd - nameAt) {
      case 4:
        if (!isName(bytes, nameAt, 'host')) return true
        this.#hostAt = skipBlanks(bytes, nameEnd + 1)
        this.#hostEnd = trimBlanks(bytes, this.#hostAt, lineEnd)
        return true
      case 6:
        return !isName(bytes, nameAt, 'expect')
      case 7:
        return !isName(bytes, nameAt, 'upgrade')
      case 9:
        if (isName(bytes, nameAt, 'x-inertia')) this.mayBePageVisit = true
        return true
      case 10:
        if (isName(bytes, nameAt, 'set-cookie')) return false
        if (!isName(bytes, nameAt, 'connection')) return true
        return isKeepAlive(bytes, nameEnd + 1, lineEnd)
      case 14:
        if (!isName(bytes, nameAt, 'content-length')) return true
        this.#bodyLength = readLength(bytes, nameEnd + 1, lineEnd)
        return this.#bodyLength >= 0
      case 16:
        return !isName(bytes, nameAt, 'proxy-connection')
      case 17:
        if (isName(bytes, nameAt, 'transfer-encoding')) return false
        if (isName(bytes, nameAt, 'x-forwarded-proto')) this.isForwarded = true
        return true
      default:
        return true
    }
  }

  #hasValidHost(head: string, start: number): boolean {
    if (this.#hostAt === 0) return false
    const host = head.slice(this.#hostAt - start, this.#hostEnd - start)
    if (host === this.#knownHost) return true
    if (!isHost(host)) return false
    this.#knownHost = host
    return true
  }
}

/**
 * Returns the header fields of a head that was read, as `node:http` does: lower-case names, values
 * without the blanks around them.
 */
export function toHeaders(head: string, fieldsAt: number): IncomingHeaders {
  const headers: Record<string, string> = {}
  for (let at = fieldsAt; at < head.length - 2;) {
    const colonAt = head.indexOf(':', at)
    const lineEnd = head.indexOf('\r\n', colonAt)
    headers[head.slice(at, colonAt).toLowerCase()] = head.slice(colonAt + 1, lineEnd).trim()
    at = lineEnd + 2
  }
  return headers
}

/** Returns the value of one field of a head that was read, by its lower-case name, as `toHeaders` does. */
export function findHeader(head: string, fieldsAt: number, name: string): string | undefined {
  for (let at = fieldsAt; at < head.length - 2;) {
    const colonAt = head.indexOf(':', at)
    const lineEnd = head.indexOf('\r\n', colonAt)
    if (colonAt - at === name.length && head.slice(at, colonAt).toLowerCase() === name) {
      return head.slice(colonAt + 1, lineEnd).trim()
    }
    at = lineEnd + 2
  }
  return undefined
}

const longestBody = 65_536
/** Comparing each name with all others costs the square of their number. */
const mostFields = 64

const partial = -1
const foreign = -2

const [tab, lf, cr, space, colon, slash] = [0x09, 0x0a, 0x0d, 0x20, 0x3a, 0x2f]
const [zero, nine] = [0x30, 0x39]

const methods = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const methodStarts = methods.map((method) => ({ method, start: toBytes(`${method} `) }))
const version = toBytes(' HTTP/1.1\r\n')

/** The lower-case code of each character of a token (RFC 9110, 5.6.2); 0 for all others. */
const lowerTokens = toTable((character) =>
  /[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0,
)
const isInValue = toTable((character) => (/[\t\x20-\x7e]/.test(character) ? 1 : 0))
const isInTarget = toTable((character) => (/[\x21-\x22\x24-\x7e]/.test(character) ? 1 : 0))

function toTable(toEntry: (character: string) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => toEntry(String.fromCharCode(code)))
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function findMethod(bytes: Uint8Array, at: number): string | undefined {
  for (const { method, start } of methodStarts) {
    if (bytes.length - at >= start.length && startsWith(bytes, at, start)) return method
  }
  return undefined
}

function startsMethod(bytes: Uint8Array, at: number): boolean {
  return methodStarts.some(({ start }) => startsWith(bytes, at, start))
}

/** Whether the bytes from `at` on are the expected ones, as far as they have arrived. */
function startsWith(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  const length = Math.min(expected.length, bytes.length - at)
  for (let i = 0; i < length; i++) if (bytes[at + i] !== expected[i]) return false
  return true
}

function skipTarget(bytes: Uint8Array, start: number): number {
  if (start < bytes.length && bytes[start] !== slash) return start
  let at = start
  while (isInTarget[bytes[at] ?? 0] === 1) at += 1
  return at
}

function skipBlanks(bytes: Uint8Array, start: number): number {
  let at = start
  while (isBlank(bytes[at])) at += 1
  return at
}

/** Returns the end of a value without its trailing blanks. */
function trimBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = end
  while (at > start && isBlank(bytes[at - 1])) at -= 1
  return at
}

function isBlank(code: number | undefined): boolean {
  return code === space || code === tab
}

/** Whether a token of the same length is this name in any case. */
function isName(bytes: Uint8Array, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    if (lowerTokens[bytes[at + i] ?? 0] !== name.charCodeAt(i)) return false
  }
  return true
}

/** Whether a value with blanks around it is `keep-alive`. */
function isKeepAlive(bytes: Uint8Array, valueAt: number, lineEnd: number): boolean {
  const start = skipBlanks(bytes, valueAt)
  const end = trimBlanks(bytes, start, lineEnd)
  return end - start === 10 && isName(bytes, start, 'keep-alive')
}

/** Parses a length with blanks around it. Returns -1 if it is not a number, has leading zeros or over 7 digits. */
function readLength(bytes: Uint8Array, valueAt: number, lineEnd: number): number {
  const start = skipBlanks(bytes, valueAt)
  const end = trimBlanks(bytes, start, lineEnd)
  if (start === end || end - start > 7 || (bytes[start] === zero && end - start > 1)) return -1
  let length = 0
  for (let at = start; at < end; at++) {
    const code = bytes[at] ?? 0
    if (code < zero || code > nine) return -1
    length = length * 10 + code - zero
  }
  return length
}
