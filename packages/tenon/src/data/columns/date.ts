const DATE = /^(?!0000)\d{4}-\d\d-\d\d$/

/** Tells whether text is a valid calendar date such as `2026-11-20`, years 1 to 9999. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
