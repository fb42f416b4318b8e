import { assertHeader } from '../http/header.ts'

/** Security headers by lower-case name; `false` turns a default off. */
export type SecurityHeaders = Readonly<Record<string, string | false>>

/** The header fields that answers begin with, made at boot, for each protocol. */
export interface HeaderBlocks {
  readonly http: HeaderBlock
  readonly https: HeaderBlock
}

/**
 * Settles the security headers: `own` replaces defaults and adds to them. Throws for one that cannot
 * be sent as it is.
 */
export function createHeaderBlocks(own: SecurityHeaders): HeaderBlocks {
  const {
    'content-security-policy': policy = defaultPolicy,
    'strict-transport-security': transport = oneYear,
    ...others
  } = own
  const common = { ...defaults, ...others }
  const secure = { ...common, 'strict-transport-security': transport }
  return { http: new HeaderBlock(common, policy), https: new HeaderBlock(secure, policy) }
}

const defaults: SecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
}

/** For a document that brings no policy of its own; a page brings one with a nonce. */
const defaultPolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; " +
  "form-action 'self'; frame-ancestors 'self'"

const oneYear = 'max-age=31536000'

const usualTypes = [
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'application/json; charset=utf-8',
  'application/json',
]

/** The security headers and, for a usual media type, its own field. */
export class HeaderBlock {
  readonly #plain: HeaderFields
  readonly #html: HeaderFields
  readonly #usual: ReadonlyMap<string, HeaderFields>

  constructor(common: SecurityHeaders, policy: string | false) {
    this.#plain = toFields(common)
    this.#html = toFields({ ...common, 'content-security-policy': policy })
    this.#usual = new Map(usualTypes.map((type) => [type, this.#add(type)]))
  }

  /** The fields of an answer of this media type. */
  of(contentType: string | undefined): HeaderFields {
    if (contentType === undefined) return this.#plain
    return this.#usual.get(contentType) ?? this.#add(contentType)
  }

  #add(contentType: string): HeaderFields {
    assertHeader('content-type', contentType)
    const base = contentType.startsWith('text/html') ? this.#html : this.#plain
    return new HeaderFields([...base.list, 'content-type', contentType])
  }
}

/** Fields of a head, as a list of names and values in turn, and as they stand on the wire. */
export class HeaderFields {
  readonly list: readonly string[]
  readonly lines: string
  readonly #names: ReadonlySet<string | undefined>
  readonly #rests = new Map<string | undefined, HeaderFields>()

  constructor(list: readonly string[]) {
    this.list = list
    this.lines = toLines(list)
    this.#names = new Set(toNames(list))
  }

  /** The fields of other names; made once, for a page replaces the policy of every document. */
  without(name: string | undefined): HeaderFields {
    if (!this.#names.has(name)) return this
    const known = this.#rests.get(name)
    if (known !== undefined) return known

    const rest = new HeaderFields(pick(this.list, (other) => other !== name))
    this.#rests.set(name, rest)
    return rest
  }
}

/** Those of names and values in turn whose name is wanted. */
export function pick(
  list: readonly string[],
  isWanted: (name: string | undefined) => boolean,
): string[] {
  const picked: string[] = []
  for (let i = 0; i < list.length; i += 2) {
    if (isWanted(list[i])) picked.push(...list.slice(i, i + 2))
  }
  return picked
}

/** The names among names and values in turn. */
export function toNames(list: readonly string[]): string[] {
  return list.filter((_, index) => index % 2 === 0)
}

/** Writes names and values in turn as lines. */
export function toLines(list: readonly string[]): string {
  let lines = ''
  for (let i = 0; i < list.length; i += 2) lines += `${list[i]}: ${list[i + 1]}\r\n`
  return lines
}

function toFields(headers: SecurityHeaders): HeaderFields {
  const list: string[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === false) continue
    assertHeader(name, value)
    list.push(name, value)
  }
  return new HeaderFields(list)
}
