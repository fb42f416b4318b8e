/**
 * Checks that a text is one mail address that mails can be sent to: no list, no name, no comment, no quotes, no line
 * break, at most 64 characters before the `@` and 254 in total (RFC 5321, 4.5.3.1).
 */
export function isMailAddress(text: string): boolean {
  return text.length <= longestAddress && /^[^@]{1,64}@/.test(text) && ADDRESS.test(text)
}

const longestAddress = 254
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+)*@(?!-)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u
