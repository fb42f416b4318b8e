import { markup, type Markup } from './markup.ts'

/** Formats milliseconds with as many digits as are useful. */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`
  return `${ms.toFixed(ms >= 100 ? 0 : ms >= 10 ? 1 : 2)} ms`
}

/** A date and time, readable, and exact in its attribute. */
export function toTime(date: Date): Markup {
  return markup`<time datetime="${date.toISOString()}">${format.format(date)}</time>`
}

const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** A time of day, for lists of recent events. */
export function toTimeOfDay(date: Date): Markup {
  return markup`<time datetime="${date.toISOString()}">${timeOfDay.format(date)}</time>`
}

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** How good or bad a state is. */
export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet'

/** A state as a coloured word. */
export function toBadge(text: string | number, tone: Tone): Markup {
  return markup`<span class="badge ${tone}">${text}</span>`
}

/** A status code with its colour. */
export function toStatusBadge(status: number): Markup {
  if (status >= 500) return toBadge(status, 'bad')
  if (status >= 400) return toBadge(status, 'warn')
  return toBadge(status, status >= 300 ? 'info' : 'good')
}
