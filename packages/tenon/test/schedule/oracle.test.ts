import { describe, it } from 'node:test'
import { readCalendar } from './naive-ticks.ts'
import { compareWithOracle, PATTERNS } from './oracle.ts'

const DAY_MS = 86_400_000

/** Days of 2026 with clock changes; `npm run oracle` covers the whole year. */
const CHANGES: readonly [timezone: string, ...days: string[]][] = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['America/Santiago', '2026-04-05', '2026-09-06'],
  ['America/Havana', '2026-03-08', '2026-11-01'],
  ['Africa/Cairo', '2026-04-24', '2026-10-30'],
  ['Africa/Casablanca', '2026-02-15', '2026-03-22', '2026-09-20'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
  ['Pacific/Chatham', '2026-04-05', '2026-09-27'],
]

describe('the cron evaluator agrees with a naive oracle', () => {
  for (const [timezone, ...days] of CHANGES) {
    for (const day of days) {
      it(`in ${timezone} around ${day}`, () => {
        const change = Date.parse(day)
        const calendar = readCalendar(timezone, change - 3 * DAY_MS, change + 2 * DAY_MS)
        for (const pattern of PATTERNS) compareWithOracle(pattern, timezone, calendar)
      })
    }
  }
})
