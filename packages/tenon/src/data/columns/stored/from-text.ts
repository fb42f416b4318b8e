import type { SqliteConversion } from './sqlite-conversion.ts'

/**
 * Whole numbers as PostgreSQL casts texts to them: with a sign and spaces around them, within a range. SQLite would keep
 * any other text.
 */
export function wholeNumberFromText({
  min,
  max,
}: {
  readonly min: number | bigint
  readonly max: number | bigint
}): SqliteConversion {
  return {
    value: (column) => `cast(trim(${column}) as integer)`,
    isPossible: (column) => {
      const text = `trim(${column})`
      const digits = `case when ${text} glob '[+-]*' then substr(${text}, 2) else ${text} end`
      return `${digits} <> '' and ${digits} not glob '*[^0-9]*' and cast(${text} as numeric) between ${min} and ${max}`
    },
  }
}

/** Whole numbers as PostgreSQL casts numbers with a fraction to them: rounded. */
export const wholeNumberFromReal: SqliteConversion = {
  value: (column) => `cast(round(${column}) as integer)`,
}

/** The milliseconds of a date, or of one with a time. Without a zone, it is in UTC, as in `c.timestamp()`. */
export const momentFromText: SqliteConversion = {
  value: (column) => `cast(round(unixepoch(trim(${column}), 'subsec') * 1000) as integer)`,
  isPossible: isMoment,
}

/** The date at the start of a text that may have a time. */
export const dateFromText: SqliteConversion = {
  value: (column) => `substr(trim(${column}), 1, 10)`,
  isPossible: isMoment,
}

/** SQLite reads other texts as dates, such as `now`, and counts the 30th of February as a day in March. */
function isMoment(column: string): string {
  const text = `trim(${column})`
  const date = `substr(${text}, 1, 10)`
  return `${date} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' and ${date} >= '0001' and date(${date}) = ${date}
    and (length(${text}) = 10 or substr(${text}, 11, 1) in (' ', 'T') and unixepoch(${text}) is not null)`
}
