import { strict as assert } from 'node:assert'
import { isDeepStrictEqual } from 'node:util'
import { parseCron } from '../../src/work/schedule/cron.ts'
import { naiveTicks, readCalendar, type Calendar } from './naive-ticks.ts'

/**
 * Zones with every kind of clock change: none, half an hour, at midnight, in Ramadan, half-hour
 * offsets.
 */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/St_Johns',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]

/** Wildcard and fixed patterns, lists and ranges, both kinds of days, hours around every change. */
export const PATTERNS = [
  '*/7 */5 * * *',
  '*/10 0-3 * * *',
  '0 * * * *',
  '0 */2 * * *',
  '17 1-3 * * *',
  '0 0 * * *',
  '30 0 * * *',
  '15 1 * * *',
  '30 2 * * *',
  '0,30 2 * * *',
  '15,45 0,1,2,3 * * *',
  '30 2,14 * * *',
  '59 23 * * *',
  '0 3 * * 0',
  '30 1 13 * 5',
  '0 0 29 2 *',
  '*/20 2 * 3,10 *',
  '45 1 1-7 4,9,10 *',
]

/** Compares the evaluator's ticks within a calendar with those of the naive oracle. */
export function compareWithOracle(pattern: string, timezone: string, calendar: Calendar): number {
  const expected = naiveTicks(pattern, calendar)
  const parsed = parseCron(pattern, timezone)
  assert.equal(parsed.kind, 'cron')

  const found: number[] = []
  let tick = parsed.cron.next(calendar.from + 172_800_000)
  while (tick !== undefined && tick < calendar.to) {
    found.push(tick)
    tick = parsed.cron.next(tick)
  }
  // Half a million ticks are written out only if they differ.
  if (isDeepStrictEqual(found, expected)) return found.length
  const shown = (ticks: readonly number[]) => ticks.map((tick) => new Date(tick).toISOString())
  assert.deepEqual(shown(found), shown(expected), `${pattern} in ${timezone}`)
  return found.length
}

if (import.meta.main) {
  const from = Date.UTC(2026, 0, 1)
  let ticks = 0
  for (const timezone of ZONES) {
    const calendar = readCalendar(timezone, from, Date.UTC(2027, 0, 3))
    for (const pattern of PATTERNS) ticks += compareWithOracle(pattern, timezone, calendar)
  }
  console.log(`${ticks} ticks of ${PATTERNS.length} patterns agree in ${ZONES.length} time zones`)
}
