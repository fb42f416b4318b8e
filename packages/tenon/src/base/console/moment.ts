/** Formats a moment for a table that people read: `2026-11-22 08:55:30 UTC`. */
export function toMoment(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
