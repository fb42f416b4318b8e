import type { Limits } from '../columns/types/type-rules.ts'
import { simplifySql, unquoteName } from '../columns/written/sql-text.ts'

/** The column and the integer limits of a check such as `rating between 1 and 5`. */
export interface RangeCheck extends Required<Limits> {
  readonly column: string
}

/** Reads a check that compares one column with numbers; `undefined` for any other check. */
export function parseRangeCheck(sql: string): RangeCheck | undefined {
  if (CALL.test(sql)) return undefined
  const text = simplifySql(sql).replaceAll(between, '$1 >= $2 and $1 <= $3')
  const parts = text.split(/ and /i).map((part) => comparison.exec(part))
  const columns = new Set(parts.map((part) => unquoteName(part?.[1] ?? '')))
  const [column = ''] = columns
  if (column === '' || columns.size > 1) return undefined

  const bounds = parts.map((part) => toBounds(part?.[2] ?? '', Number(part?.[3])))
  return {
    column,
    min: Math.max(...bounds.map(({ min }) => min)),
    max: Math.min(...bounds.map(({ max }) => max)),
  }
}

/** The limits that satisfy both ranges; `undefined` if no number does. */
export function narrow(limits: Required<Limits>, range: Required<Limits>): Limits | undefined {
  const [min, max] = [Math.max(limits.min, range.min), Math.min(limits.max, range.max)]
  return min <= max ? { min, max } : undefined
}

const CALL = /[\w"]\(/
const name = String.raw`("(?:[^"]|"")*"|\w+)`
const number = String.raw`'?(-?\d{1,15}(?:\.\d{1,10})?)'?`
const between = new RegExp(String.raw`${name} between ${number} and ${number}`, 'gi')
const comparison = new RegExp(String.raw`^${name} ?(>=|>|<=|<|=) ?${number}$`)

function toBounds(operator: string, value: number): Required<Limits> {
  const [up, down] = [Math.ceil(value), Math.floor(value)]
  switch (operator) {
    case '>=':
      return { min: up, max: Infinity }
    case '>':
      return { min: down + 1, max: Infinity }
    case '<=':
      return { min: -Infinity, max: down }
    case '<':
      return { min: -Infinity, max: up - 1 }
    default:
      return { min: up, max: down }
  }
}
