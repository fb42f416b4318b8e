/** One line of a CSV file, as RFC 4180 has it. */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** A spreadsheet would run text that begins like a formula, so it gets an apostrophe. */
function toCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  const harmless = /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
