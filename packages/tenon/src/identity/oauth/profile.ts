import { isMailAddress } from '../../base/support/mail-address.ts'

/** What a provider says about somebody, unchecked. */
export type Claims = Readonly<Record<string, unknown>>

/** Somebody who has logged in at a provider. */
export interface ProviderProfile {
  /** The name under which the application has configured the provider, such as `google`. */
  readonly provider: string
  /** The id at the provider, which is never given to anybody else. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider has verified that the address is this person's. */
  readonly emailVerified: boolean
  /** At most 200 characters; for a form to correct, not a verified name. */
  readonly name: string | undefined
  /** Everything that the provider said. */
  readonly claims: Claims
}

/** The longest id that a provider may use (OpenID Connect Core, section 2). */
const longestSubject = 255
const longestName = 200

/** Reads the id of a person; `undefined` for anything that cannot be one. */
export function toSubject(claims: Claims): string | undefined {
  const { sub } = claims
  const isUsable =
    typeof sub === 'string' && sub !== '' && sub.length <= longestSubject && isPlain(sub)
  return isUsable ? sub : undefined
}

/** Reads an address; `undefined` for anything that mails cannot be sent to. */
export function toEmail({ email }: Claims): string | undefined {
  return typeof email === 'string' && isMailAddress(email) ? email : undefined
}

/** Reads a name; what a database or a page could not show is left out. */
export function toName({ name }: Claims): string | undefined {
  if (typeof name !== 'string') return undefined
  const shown = name
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName)
  return shown === '' ? undefined : shown
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
