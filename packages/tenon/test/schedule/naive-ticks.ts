/**
 * The simplest way to find when a cron pattern is due: check every minute of a calendar.
 *
 * It shares nothing with the evaluator it is compared with: wall-clock times come from `Intl`, and
 * the rules for clock changes are spelled out for a table of minutes.
 */

/** A period of time as shown by a zone's clocks. */
export interface Calendar {
  readonly from: number
  readonly to: number
  /** Wall-clock minutes in the order in which they happen. */
  readonly minutes: readonly WallMinute[]
  /** The first time at which clocks show a wall-clock minute. */
  readonly firstInstant: ReadonlyMap<number, number>
  /** The last wall-clock minute that they show. */
  readonly lastWall: number
}

interface WallMinute {
  readonly instant: number
  /** The wall-clock time interpreted as UTC. */
  readonly wall: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const WARM_UP_MS = 48 * HOUR_MS

/** Lists every minute from one time to another (exclusive) in a time zone. */
export function readCalendar(timezone: string, from: number, to: number): Calendar {
  const readWall = toWallReader(timezone)
  const minutes: WallMinute[] = []
  const firstInstant = new Map<number, number>()

  let offset = 0
  for (let instant = from; instant < to; instant += MINUTE_MS) {
    // Clocks only change at full quarters of an hour, and calling `Intl` is the slow part.
    if (instant % (15 * MINUTE_MS) === 0) offset = readWall(instant) - instant
    const wall = instant + offset
    minutes.push({ instant, wall })
    if (!firstInstant.has(wall)) firstInstant.set(wall, instant)
  }
  const lastWall = Math.max(...minutes.slice(-120).map(({ wall }) => wall))
  return { from, to, minutes, firstInstant, lastWall }
}

function toWallReader(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return (instant) => {
    const numbers = format.format(instant).split(/\D+/).map(Number)
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = numbers
    return Date.UTC(year, month - 1, day, hour, minute)
  }
}

/** Lists the ticks of a five-field pattern within a calendar, after its first two days. */
export function naiveTicks(pattern: string, calendar: Calendar): number[] {
  const matches = toMatcher(pattern)
  const [minute = '', hour = ''] = pattern.split(' ')
  const isWild = /[*/]/.test(minute + hour)
  const ticks = isWild ? wildTicks(matches, calendar) : fixedTicks(matches, calendar)
  return ticks.filter((tick) => tick > calendar.from + WARM_UP_MS)
}

type Matcher = (wall: number) => boolean

/** A wildcard pattern is due whenever clocks show a matching minute. */
function wildTicks(matches: Matcher, { minutes }: Calendar): number[] {
  return minutes.filter(({ wall }) => matches(wall)).map(({ instant }) => instant)
}

/** A fixed time is due once: when clocks first show it, or when they have skipped it. */
function fixedTicks(matches: Matcher, { minutes, firstInstant, lastWall }: Calendar): number[] {
  const first = minutes[0]?.wall ?? 0
  const ticks = new Set<number>()
  for (let wall = first; wall <= lastWall; wall += MINUTE_MS) {
    if (matches(wall)) ticks.add(instantOf(wall, firstInstant))
  }
  return [...ticks].toSorted((a, b) => a - b)
}

function instantOf(wall: number, firstInstant: ReadonlyMap<number, number>): number {
  for (let shown = wall; ; shown += MINUTE_MS) {
    const instant = firstInstant.get(shown)
    if (instant !== undefined) return instant
  }
}

function toMatcher(pattern: string): Matcher {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = pattern.split(' ')
  const isMinute = toField(minute, 0, 59)
  const isHour = toField(hour, 0, 23)
  const isDayOfMonth = toField(dayOfMonth, 1, 31)
  const isMonth = toField(month, 1, 12)
  const isDayOfWeek = toField(dayOfWeek, 0, 6)

  const isDay = (date: Date) => {
    const byMonth = isDayOfMonth.has(date.getUTCDate())
    const byWeek = isDayOfWeek.has(date.getUTCDay())
    const hasBoth = dayOfMonth !== '*' && dayOfWeek !== '*'
    return isMonth.has(date.getUTCMonth() + 1) && (hasBoth ? byMonth || byWeek : byMonth && byWeek)
  }
  return (wall) =>
    isMinute.has((wall / MINUTE_MS) % 60) &&
    isHour.has(Math.floor(wall / HOUR_MS) % 24) &&
    isDay(new Date(wall))
}

function toField(field: string, least: number, most: number): ReadonlySet<number> {
  return new Set(field.split(',').flatMap((part) => toRange(part, least, most)))
}

function toRange(part: string, least: number, most: number): number[] {
  const [range = '', step = '1'] = part.split('/')
  const [first = least, last = range === '*' ? most : first] =
    range === '*' ? [] : range.split('-').map(Number)
  const values: number[] = []
  for (let value = first; value <= last; value += Number(step)) values.push(value)
  return values
}
