/** Security headers by lower-case name; `false` turns a default off. */
export type SecurityHeaders = Readonly<Record<string, string | false>>

/** The header fields that every answer begins with, names and values in turn, made at boot. */
export interface HeaderBlocks {
  /** Over http: of anything but HTML, and of HTML. */
  readonly plain: readonly string[]
  readonly html: readonly string[]
  /** Over https, which browsers are then told to keep to. */
  readonly securePlain: readonly string[]
  readonly secureHtml: readonly string[]
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

/** Settles the headers of each kind of answer: `own` replaces defaults and adds to them. */
export function createHeaderBlocks(own: SecurityHeaders): HeaderBlocks {
  const {
    'content-security-policy': policy = defaultPolicy,
    'strict-transport-security': transport = oneYear,
    ...others
  } = own
  const plain = { ...defaults, ...others }
  const html = { ...plain, 'content-security-policy': policy }
  const secure = { 'strict-transport-security': transport }
  return {
    plain: toBlock(plain),
    html: toBlock(html),
    securePlain: toBlock({ ...plain, ...secure }),
    secureHtml: toBlock({ ...html, ...secure }),
  }
}

function toBlock(headers: SecurityHeaders): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => (value === false ? [] : [name, value]))
}
