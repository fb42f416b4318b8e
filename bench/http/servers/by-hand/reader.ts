const mostBytes = 16_384
const mostFields = 64
const bodyLimitBytes = 1_048_576

/** Reads requests, and keeps the values of the last one. */
export class Reader {
  method = ''
  path = ''
  bodyAt = 0
  bodyLength = 0
  isPageVisit = false
  isJson = false
  isLast = false
  /** The value of `Authorization`. */
  authorization: string | undefined
  #knownHost = ''

  /** Returns where the request ends; 0 if it is not complete yet, or the negative status to refuse it with. */
  read(bytes: Buffer, start: number): number {
    let at = start
    while (lowerTokens[bytes[at] ?? 0] !== 0) at += 1
    const methodEnd = at
    if (at < bytes.length && (bytes[at] !== space || at === start)) return -400
    at += 1
    if (at < bytes.length && bytes[at] !== slash) return -400
    while (isInTarget[bytes[at] ?? 0] === 1) at += 1
    const targetEnd = at
    for (let i = 0; i < version.length; i++, at++) {
      if (at >= bytes.length) return this.#wait(bytes.length - start)
      if (bytes[at] !== version.charCodeAt(i)) return i > ' HTTP/'.length ? -505 : -400
    }

    let hostAt = 0
    let hostEnd = 0
    let authorizationAt = 0
    let authorizationEnd = 0
    let length = -1
    let fields = 0
    this.isPageVisit = false
    this.isJson = false
    this.isLast = false
    while (bytes[at] !== cr) {
      const nameAt = at
      while (lowerTokens[bytes[at] ?? 0] !== 0) at += 1
      if (at >= bytes.length) return this.#wait(at - start)
      if (bytes[at] !== colon || at === nameAt) return -400
      const nameLength = at - nameAt
      do at += 1
      while (bytes[at] === space || bytes[at] === tab)
      const valueAt = at
      while (isInValue[bytes[at] ?? 0] === 1) at += 1
      let valueEnd = at
      if (at + 1 >= bytes.length) return this.#wait(at - start)
      if (bytes[at] !== cr || bytes[at + 1] !== lf) return -400
      at += 2
      while (valueEnd > valueAt && isBlank(bytes[valueEnd - 1])) valueEnd -= 1
      if (++fields > mostFields) return -431

      switch (nameLength) {
        case 4:
          if (!isName(bytes, nameAt, 'host')) break
          if (hostAt > 0) return -400
          hostAt = valueAt
          hostEnd = valueEnd
          break
        case 6:
          if (isName(bytes, nameAt, 'expect')) return -417
          break
        case 9:
          if (isName(bytes, nameAt, 'x-inertia'))
            this.isPageVisit = isWord(bytes, valueAt, valueEnd, 'true')
          break
        case 10:
          if (!isName(bytes, nameAt, 'connection')) break
          this.isLast = !isWord(bytes, valueAt, valueEnd, 'keep-alive')
          break
        case 12:
          if (!isName(bytes, nameAt, 'content-type')) break
          this.isJson =
            isWord(bytes, valueAt, valueEnd, 'application/json') ||
            isWord(bytes, valueAt, valueEnd, 'application/json; charset=utf-8')
          break
        case 13:
          if (!isName(bytes, nameAt, 'authorization')) break
          if (authorizationAt > 0) return -400
          authorizationAt = valueAt
          authorizationEnd = valueEnd
          break
        case 14:
          if (!isName(bytes, nameAt, 'content-length')) break
          if (length !== -1) return -400
          length = toLength(bytes, valueAt, valueEnd)
          if (length < 0) return -400
          if (length > bodyLimitBytes) return -413
          break
        case 17:
          if (isName(bytes, nameAt, 'transfer-encoding')) return -501
      }
    }
    if (at + 1 >= bytes.length) return this.#wait(at - start)
    if (bytes[at + 1] !== lf || hostAt === 0) return -400
    if (at - start > mostBytes) return -431
    this.bodyAt = at + 2
    this.bodyLength = Math.max(length, 0)
    if (this.bodyAt + this.bodyLength > bytes.length) return 0

    const head = bytes.toString('latin1', start, at)
    const name = head.slice(hostAt - start, hostEnd - start)
    if (name !== this.#knownHost && !hostGrammar.test(name)) return -400
    this.#knownHost = name
    this.method = head.slice(0, methodEnd - start)
    const target = head.slice(methodEnd - start + 1, targetEnd - start)
    const queryAt = target.indexOf('?')
    this.path = queryAt === -1 ? target : target.slice(0, queryAt)
    this.authorization =
      authorizationAt === 0
        ? undefined
        : head.slice(authorizationAt - start, authorizationEnd - start)
    return this.bodyAt + this.bodyLength
  }

  /** The result for a head that is not complete yet: 0, or -431 if it is already too large. */
  #wait(headBytes: number): number {
    return headBytes > mostBytes ? -431 : 0
  }
}

const [tab, lf, cr, space, colon, slash] = [0x09, 0x0a, 0x0d, 0x20, 0x3a, 0x2f]
const version = ' HTTP/1.1\r\n'
const hostGrammar =
  /^(?:[0-9A-Za-z_](?:[0-9A-Za-z_-]|\.(?!\.)){0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/
/** The lower-case code of each character of a token (RFC 9110, 5.6.2); 0 for all others. */
const lowerTokens = toTable((character) =>
  /[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0,
)
const isInValue = toTable((character) => (/[\t\x20-\x7e\x80-\xff]/.test(character) ? 1 : 0))
const isInTarget = toTable((character) => (/[\x21-\x22\x24-\x7e]/.test(character) ? 1 : 0))

function toTable(toEntry: (character: string) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => toEntry(String.fromCharCode(code)))
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

/** Whether a value is this text; letters may be in upper case. */
function isWord(bytes: Uint8Array, at: number, end: number, text: string): boolean {
  if (end - at !== text.length) return false
  for (let i = 0; i < text.length; i++) {
    const code = bytes[at + i] ?? 0
    if (code !== text.charCodeAt(i) && lowerTokens[code] !== text.charCodeAt(i)) return false
  }
  return true
}

/** Returns a length of at most 15 digits, or -1. */
function toLength(bytes: Uint8Array, at: number, end: number): number {
  if (end === at || end - at > 15) return -1
  let length = 0
  for (let i = at; i < end; i++) {
    const digit = (bytes[i] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return -1
    length = length * 10 + digit
  }
  return length
}
