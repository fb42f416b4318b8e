import { isMailAddress } from '../../base/support/mail-address.ts'

/** What a provider says about a person, unchecked. */
export type Claims = Readonly<Record<string, unknown>>

/** A person who has logged in at a provider. */
export interface ProviderProfile {
  /** The name under which the application has configured the provider, such as `google`. */
  readonly provider: string
  /** The id at the provider, which is never given to another person. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider has verified that the address belongs to this person. */
  readonly emailVerified: boolean
  /** At most 200 characters. Let the user correct it in a form: nobody has verified it. */
  readonly name: string | undefined
  /** Everything that the provider said. */
  readonly claims: Claims
}

/** The longest id that a provider may use (OpenID Connect Core, section 2). */
const longestSubject = 255
const longestName = 200

/** The first half of a character outside the basic plane, such as an emoji, whose second half was cut off. */
const HALF_AT_END = /[\ud800-\udbff]$/

/** Reads the id of a person; `undefined` if it cannot be an id. */
export function toSubject(claims: Claims): string | undefined {
  const { sub } = claims
  const isUsable =
    typeof sub === 'string' && sub !== '' && sub.length <= longestSubject && isPlain(sub)
  return isUsable ? sub : undefined
}

/** Reads an address; `undefined` if no mail can be sent to it. */
export function toEmail({ email }: Claims): string | undefined {
  return typeof email === 'string' && isMailAddress(email) ? email : undefined
}

/** Reads a name, and leaves out characters that a database or a page cannot show. */
export function toName({ name }: Claims): string | undefined {
  if (typeof name !== 'string') return undefined
  const shown = name
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .replace(HALF_AT_END, '')
  return shown === '' ? undefined : shown
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
