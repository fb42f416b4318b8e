import { formatDate } from 'tenon/languages'

/** A day, or a day and a time, in the reader's language and time zone. */
export function Moment({ at, isExact = false }: { at: string; isExact?: boolean }) {
  return <time dateTime={at}>{isExact ? toMoment(at) : formatDate(at)}</time>
}

/** A day and a time, as text. */
export function toMoment(at: string): string {
  return formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })
}
