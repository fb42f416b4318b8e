/** Security headers by lower-case name; `false` turns a default off. */
export type SecurityHeaders = Readonly<Record<string, string | false>>

/** The header fields that answers begin with, made at boot, for each protocol. */
export interface HeaderBlocks {
  readonly http: HeaderBlock
  readonly https: HeaderBlock
}

/** Settles the security headers: `own` replaces defaults and adds to them. */
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
]

/** Names and values in turn: the security headers and, for a usual media type, its own field. */
export class HeaderBlock {
  readonly #plain: readonly string[]
  readonly #html: readonly string[]
  readonly #usual: ReadonlyMap<string, readonly string[]>

  constructor(common: SecurityHeaders, policy: string | false) {
    this.#plain = flatten(common)
    this.#html = flatten({ ...common, 'content-security-policy': policy })
    this.#usual = new Map(usualTypes.map((type) => [type, this.#add(type)]))
  }

  /** The fields of an answer of this media type. */
  of(contentType: string | undefined): readonly string[] {
    if (contentType === undefined) return this.#plain
    return this.#usual.get(contentType) ?? this.#add(contentType)
  }

  #add(contentType: string): readonly string[] {
    const base = contentType.startsWith('text/html') ? this.#html : this.#plain
    return [...base, 'content-type', contentType]
  }
}

function flatten(headers: SecurityHeaders): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => (value === false ? [] : [name, value]))
}
