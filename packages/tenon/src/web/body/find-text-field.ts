/**
 * Finds a text field that is completely contained in the start of a multipart body. Returns
 * `undefined` if it is missing or malformed; malformed forms are reported when the form is read.
 */
export function findTextField(
  start: Uint8Array,
  boundary: string,
  name: string,
): string | undefined {
  // One character per byte: the field's text is not decoded here, because method names are ASCII.
  const text = `\r\n${Buffer.from(start).toString('latin1')}`
  const parts = text.split(`\r\n--${boundary}`).slice(1)
  // The last part may continue beyond the start, or it is what follows the last delimiter.
  for (const part of parts.slice(0, -1)) {
    const headerEnd = part.indexOf('\r\n\r\n')
    if (headerEnd !== -1 && isTextField(part.slice(0, headerEnd), name)) {
      return part.slice(headerEnd + 4)
    }
  }
  return undefined
}

const disposition = /^content-disposition:[ \t]*form-data[ \t]*;(?<parameters>.*)$/im
const fieldName = /(?:^|;)[ \t]*name=(?:"(?<quoted>[^"]*)"|(?<token>[^\s;"]+))/i
const fileName = /;[ \t]*filename\*?=/i

function isTextField(header: string, name: string): boolean {
  const parameters = disposition.exec(header)?.groups?.['parameters']
  if (parameters === undefined || fileName.test(`;${parameters}`)) return false
  const groups = fieldName.exec(parameters)?.groups
  return (groups?.['quoted'] ?? groups?.['token']) === name
}
