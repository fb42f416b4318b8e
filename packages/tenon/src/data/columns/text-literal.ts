/** Writes a TypeScript string literal: in single quotes, unless the text has more single quotes than double quotes. */
export function textLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1)
  const isDouble = text.split("'").length > text.split('"').length
  if (isDouble) return `"${inner}"`
  return `'${inner.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`
}
