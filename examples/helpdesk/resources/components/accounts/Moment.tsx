/** A day, or a day and a time, in the reader's time zone. */
export function Moment({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const style = isExact ? ({ dateStyle: 'medium', timeStyle: 'short' } as const) : day
  return <time dateTime={at}>{new Date(at).toLocaleString('en', style)}</time>
}

const day = { dateStyle: 'medium' } as const
