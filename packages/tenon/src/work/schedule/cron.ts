import { Cron as Croner } from 'croner'

/** A parsed cron pattern in a time zone. */
export interface Cron {
  /** Returns the first tick strictly after a time, in milliseconds UTC; `undefined` if no tick follows. */
  next(after: number): number | undefined
}

/** A parsed pattern, or the problem with it. */
export type ParsedCron =
  | { readonly kind: 'cron'; readonly cron: Cron }
  | { readonly kind: 'bad-pattern'; readonly problem: string }
  | { readonly kind: 'bad-time-zone'; readonly problem: string }

/**
 * Parses a pattern of five or six fields (six: seconds first) in an IANA time zone.
 *
 * Clock changes are handled as in Vixie cron: a fixed time inside the gap runs once at the end of
 * the gap, and a fixed time that occurs twice runs the first time. Patterns with `*` or a step
 * follow the wall clock.
 */
export function parseCron(pattern: string, timezone: string): ParsedCron {
  const fieldCount = pattern.trim().split(/\s+/).length
  if (fieldCount !== 5 && fieldCount !== 6) {
    return { kind: 'bad-pattern', problem: 'a pattern has five fields, or six with seconds first' }
  }
  // With an offset, the parser does not load the time zone data, which takes 20 ms of CPU.
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

/** Caches its last result: an evaluation takes about 60 µs, and every pass asks with the same time. */
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

/** Checks whether the IANA database of this Node has a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return true
  } catch {
    // A RangeError is the only way Intl reports an unknown time zone.
    return false
  }
}

function toProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^CronPattern: /, '')
}
