/** Writes a string literal of TypeScript, in single quotes. */
export function textLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1)
  return `'${inner.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`
}
