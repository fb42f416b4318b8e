import type { SqliteConversion } from './sqlite-conversion.ts'

/**
 * Converts text to a whole number as PostgreSQL does: a sign and surrounding spaces are allowed, and the number must be
 * in range. SQLite itself would keep any other text.
 */
export function wholeNumberFromText({ min, max }: Range): SqliteConversion {
  return {
    value: (column) => `cast(trim(${column}) as integer)`,
    isPossible: (column) => {
      const text = `trim(${column})`
      const digits = `case when ${text} glob '[+-]*' then substr(${text}, 2) else ${text} end`
      return `${digits} <> '' and ${digits} not glob '*[^0-9]*' and cast(${text} as numeric) between ${min} and ${max}`
    },
  }
}

/**
 * Rounds a number with a fraction, which must be in range. Halves become the even neighbour, as on PostgreSQL: by
 * itself, SQLite rounds them away from zero.
 */
export function wholeNumberFromReal({ min, max }: Range): SqliteConversion {
  return {
    value: (column) =>
      `cast(case when abs(${column} - cast(${column} as integer)) = 0.5 then 2 * round(${column} / 2.0) else round(${column}) end as integer)`,
    isPossible: (column) => `round(${column}) between ${min} and ${max}`,
  }
}

interface Range {
  readonly min: number | bigint
  readonly max: number | bigint
}

/** The milliseconds of a date, or of a date and time. Without a time zone it is UTC, as in `c.timestamp()`. */
export const momentFromText: SqliteConversion = {
  value: (column) => `cast(round(unixepoch(trim(${column}), 'subsec') * 1000) as integer)`,
  isPossible: isMoment,
}

/** The date at the start of a text that may have a time. */
export const dateFromText: SqliteConversion = {
  value: (column) => `substr(trim(${column}), 1, 10)`,
  isPossible: isMoment,
}

/** Stricter than SQLite, which also reads texts such as `now` as dates, and 30 February as a day in March. */
function isMoment(column: string): string {
  const text = `trim(${column})`
  const date = `substr(${text}, 1, 10)`
  return `${date} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' and ${date} >= '0001' and date(${date}) = ${date}
    and (length(${text}) = 10 or substr(${text}, 11, 1) in (' ', 'T') and unixepoch(${text}) is not null)`
}
