/** One line of a CSV file (RFC 4180). */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** Puts an apostrophe before text that looks like a formula, because a spreadsheet would run it. */
function toCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  const harmless = /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
