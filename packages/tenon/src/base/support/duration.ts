import { SetupError } from './setup-error.ts'

/**
 * A length of time: a whole number and a unit, such as `'500ms'`, `'30s'`, `'5m'`, `'1h'`, `'7d'`.
 *
 * Write a computed number as milliseconds: `${ms}ms`. It must be whole, too.
 */
export type Duration = `${bigint}${Unit}` | `${number}ms`

type Unit = 'ms' | 's' | 'm' | 'h' | 'd'

/** A rate, such as `{ limit: 5, per: '1m' }`. */
export interface Rate {
  /** How many are allowed. After a pause, all of them may come at once. */
  readonly limit: number
  /** The period. The allowance returns evenly: five a minute means one every 12 seconds. */
  readonly per: Duration
}

/** Parses a duration into milliseconds; `undefined` unless it is between 1 ms and 10 years. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = grammar.exec(text) ?? []
  if (amount === undefined || !isUnit(unit)) return undefined
  const ms = Number(amount) * unitMs[unit]
  return ms <= longestMs ? ms : undefined
}

/** Converts a duration to milliseconds; throws `E_DURATION`, naming `option`, if it is invalid. */
export function toMs(duration: Duration, option: string): number {
  const ms = parseDuration(duration)
  if (ms !== undefined) return ms
  throw new SetupError(
    'E_DURATION',
    `The ${option} "${duration}" is not a duration. Write a whole number above zero and ms, s, m, h or d, up to 10 years, such as "30s".`,
  )
}

const grammar = /^([1-9]\d{0,11})(ms|[smhd])$/
const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const longestMs = 10 * 365 * unitMs.d

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(unitMs, text)
}
