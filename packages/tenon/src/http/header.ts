import { SetupError } from '../support/setup-error.ts'

// RFC 9110, 5.6.2 (token) and 5.5 (field values): a CR, LF or NUL would let a value end the header.
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Throws when a header cannot be sent as it is, at the call that sets it. */
export function assertHeader(name: string, value: string): void {
  if (!headerName.test(name)) {
    throw new SetupError(
      'E_HEADER_NAME',
      `${JSON.stringify(name)} is no header name. Use letters, digits and dashes.`,
    )
  }
  if (!headerValue.test(value)) {
    throw new SetupError(
      'E_HEADER_VALUE',
      `The value of header "${name}" holds a character that a header cannot carry. Encode it first.`,
    )
  }
}
