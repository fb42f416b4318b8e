import { HeaderList, type ReadonlyHeaderList } from '../http/header-list.ts'

/** Security headers by lower-case name; `false` turns a default off. */
export type SecurityHeaders = Readonly<Record<string, string | false>>

/** The prepared header fields that all responses start with, per protocol. */
export interface HeaderBlocks {
  readonly http: HeaderBlock
  readonly https: HeaderBlock
}

/**
 * Prepares the security headers: `own` overrides defaults and adds to them. Throws if one cannot be
 * sent.
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

/** For documents without a policy; a page has its own policy with a nonce. */
const defaultPolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'self'"

const oneYear = 'max-age=31536000'

const usualTypes = [
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'application/json; charset=utf-8',
  'application/json',
]

/** The prepared security headers, with and without common media types. */
export class HeaderBlock {
  readonly #plain: HeaderFields
  readonly #html: HeaderFields
  readonly #usual: ReadonlyMap<string, HeaderFields>

  constructor(common: SecurityHeaders, policy: string | false) {
    this.#plain = toFields(common)
    this.#html = toFields({ ...common, 'content-security-policy': policy })
    this.#usual = new Map(usualTypes.map((type) => [type, this.#add(type)]))
  }

  /** Returns the fields for a response of this media type. */
  of(contentType: string | undefined): HeaderFields {
    if (contentType === undefined) return this.#plain
    return this.#usual.get(contentType) ?? this.#add(contentType)
  }

  #add(contentType: string): HeaderFields {
    const base = /^text\/html/i.test(contentType) ? this.#html : this.#plain
    return new HeaderFields(base.list.copy().append('content-type', contentType))
  }
}

/** Header fields, both as a list and as lines. */
export class HeaderFields {
  readonly list: ReadonlyHeaderList
  readonly lines: string
  readonly heads = new KnownHeads()
  readonly #rests = new Map<string, HeaderFields>()

  constructor(list: ReadonlyHeaderList) {
    this.list = list
    this.lines = list.toLines()
  }

  /**
   * Returns the fields except `name`. The result is cached, since every page overrides the policy.
   */
  without(name: string): HeaderFields {
    if (!this.list.has(name)) return this
    const known = this.#rests.get(name)
    if (known !== undefined) return known

    const rest = new HeaderFields(this.list.filter((other) => other !== name))
    this.#rests.set(name, rest)
    return rest
  }
}

/**
 * The beginnings of the heads of one second, by status. Each is a string in one piece: if V8 had to join its pieces
 * for each response, a short response would cost 1.5 % more.
 */
class KnownHeads {
  readonly #texts = new Map<number, string>()
  #date = ''

  get(status: number, date: string): string | undefined {
    return date === this.#date ? this.#texts.get(status) : undefined
  }

  /** Stores the text and returns it in one piece. */
  set(status: number, date: string, text: string): string {
    if (date !== this.#date) this.#texts.clear()
    this.#date = date
    const joined = Buffer.from(text, 'latin1').toString('latin1')
    this.#texts.set(status, joined)
    return joined
  }
}

function toFields(headers: SecurityHeaders): HeaderFields {
  const list = new HeaderList()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== false) list.append(name, value)
  }
  return new HeaderFields(list)
}
