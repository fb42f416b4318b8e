import { isMailAddress } from '../../base/support/mail-address.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** A mail address, optionally with the owner's name: `{ name: user.name, address: user.email }`. */
export interface Address {
  /** `null` is the same as no name. */
  readonly name?: string | null | undefined
  readonly address: string
}

/** An address whose name is empty if there is none. */
export interface NamedAddress {
  readonly name: string
  readonly address: string
}

/**
 * Checks that a value is one address, and returns it as an object.
 *
 * Mail libraries also parse text such as `a@x.example, b@y.example` or `"a@x.example" <b@y.example>`, in which a user
 * could hide a second recipient. This function accepts only a plain address. Throws `E_MAIL_ADDRESS`.
 */
export function toAddress(given: string | Address): NamedAddress {
  const { address } = typeof given === 'string' ? { address: given } : given
  const name = typeof given === 'string' ? '' : (given.name ?? '')
  if (!isMailAddress(address)) throw refused('address')
  if (name.length > longestName || /[\p{Cc}\u2028\u2029]/u.test(name)) throw refused('name')
  return { name, address }
}

const longestName = 200

/** Does not repeat the value: it may be personal, and the message goes to the log. */
function refused(part: 'address' | 'name'): SetupError {
  const expected =
    part === 'address'
      ? 'Pass exactly one, such as "ada@example.com", and a name as { name, address }. Validate what users type before you store it.'
      : 'Use up to 200 characters without line breaks.'
  return new SetupError('E_MAIL_ADDRESS', `A mail has a malformed ${part}. ${expected}`)
}
