import { SetupError } from '../../base/support/setup-error.ts'
import type { DeclaredLimits, Limits, Write } from './types/type-rules.ts'

/** The largest limit for integers and for the length of texts. */
const LARGEST = 2 ** 31 - 1

/** Throws `E_COLUMN_LIMITS` unless the limits are whole numbers in order. */
export function checkedLimits(
  type: string,
  least: number,
  limits?: DeclaredLimits,
): Limits | undefined {
  if (limits === undefined) return undefined
  const { min = least, max = LARGEST } = limits
  const isStated = limits.min !== undefined || limits.max !== undefined
  const isRange = Number.isInteger(min) && Number.isInteger(max) && least <= min && min <= max
  if (isStated && isRange && max <= LARGEST) return { ...limits, max }
  throw new SetupError(
    'E_COLUMN_LIMITS',
    `c.${type}(${JSON.stringify(limits)}) is not possible. Give it whole numbers from ${least} to ${LARGEST}, in order.`,
  )
}

/** Makes `write` reject values outside the limits. */
export function within(limits: Limits | undefined, write: Write): Write {
  if (limits === undefined) return write
  const { min, max } = limits
  return (value, refuse, dialect) => {
    const stored = write(value, refuse, dialect)
    if (typeof stored === 'number' && (stored > max || stored < (min ?? stored))) {
      return min === undefined
        ? refuse.content(value, 'The {field} must be at most {max}', { max })
        : refuse.content(value, 'The {field} must be between {min} and {max}', { min, max })
    }
    // The limit counts code points, as PostgreSQL does. A string never has more of them than its `length`.
    if (typeof stored !== 'string' || stored.length <= max) return stored
    return Array.from(stored).length > max
      ? refuse.content(value, 'The {field} must have at most {count} characters', { count: max })
      : stored
  }
}
