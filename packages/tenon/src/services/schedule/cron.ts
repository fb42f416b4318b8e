import { Cron as Croner } from 'croner'

/** A cron pattern in a time zone, ready to be evaluated. */
export interface Cron {
  /** The first tick strictly after an instant, both in milliseconds UTC; `undefined`: never again. */
  next(after: number): number | undefined
}

/** A pattern that was understood, or the field at fault and why. */
export type ParsedCron =
  | { readonly kind: 'cron'; readonly cron: Cron }
  | { readonly kind: 'bad-pattern'; readonly problem: string }
  | { readonly kind: 'bad-time-zone'; readonly problem: string }

/**
 * Reads a pattern of five or six fields (six: seconds first) in an IANA time zone.
 *
 * At clock changes it does what Vixie cron does: a fixed time inside the gap runs once at the gap's
 * end, a fixed time that occurs twice runs the first time; patterns with `*` or a step follow the
 * hands of the clock.
 */
export function parseCron(pattern: string, timezone: string): ParsedCron {
  const fieldCount = pattern.trim().split(/\s+/).length
  if (fieldCount !== 5 && fieldCount !== 6) {
    return { kind: 'bad-pattern', problem: 'a pattern has five fields, or six with seconds first' }
  }
  // An offset needs no table of zones, whose data takes 20 ms of CPU to load.
  const zone = timezone === 'UTC' ? { utcOffset: 0 } : { timezone }
  if (zone.timezone !== undefined && !isTimeZone(zone.timezone)) {
    return { kind: 'bad-time-zone', problem: 'no such zone in the IANA database of this Node' }
  }

  try {
    return { kind: 'cron', cron: toCron(new Croner(pattern, { ...EVALUATION, ...zone })) }
  } catch (error) {
    return { kind: 'bad-pattern', problem: toProblem(error) }
  }
}

const EVALUATION = { mode: '5-or-6-parts', fixedTimeRule: 'no-wildcard' } as const

/** Remembers its last answer: an evaluation costs about 60 µs, and every pass asks from the cursor. */
function toCron(croner: Croner): Cron {
  let asked = NaN
  let answer: number | undefined

  return {
    next(after) {
      if (after !== asked) {
        answer = croner.nextRun(new Date(after))?.getTime()
        asked = after
      }
      return answer
    },
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return true
  } catch {
    // A RangeError is the only way in which Intl says that it does not know the zone.
    return false
  }
}

function toProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^CronPattern: /, '')
}
