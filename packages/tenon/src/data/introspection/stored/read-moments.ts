import type { Database } from '../../database/database.ts'
import { Sql } from '../../database/sql.ts'
import { quote } from '../../migrations/sql/catalog.ts'
import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'

/** Whether the declared type is a date with a time. SQLite has no such type, so programs store it in several ways. */
export function isMoment({ kind, nativeType }: CatalogColumn): boolean {
  return kind?.type === 'text' && /^(?:datetime|timestamp)\b/i.test(nativeType.trim())
}

/**
 * Finds the kind of a column by its values. Most programs store text. Prisma stores milliseconds since 1970, which
 * `c.timestamp()` reads. A column with both, or with seconds, is left out, unless a migration declares it.
 */
export async function readMoments(
  table: Pick<CatalogTable, 'name'>,
  column: CatalogColumn,
  database: Database,
  declared: string | undefined,
): Promise<CatalogColumn> {
  if (declared !== undefined && declared !== 'timestamp') return column
  const { values, texts, milliseconds, late } = await countValues(table, column, database)
  const isTimestamp = declared === undefined ? values > 0 && late * 2 > values : texts === 0
  if (isTimestamp && milliseconds === values) {
    return { ...column, kind: { type: 'timestamp', digits: undefined, values: undefined } }
  }
  if (declared !== undefined || texts === values) return column
  return { ...column, kind: undefined, unreadable: MIXED }
}

interface Counts {
  readonly values: number
  readonly texts: number
  readonly milliseconds: number
  /** How many values are so large that, as seconds, they would be in the year 5138 or later. */
  readonly late: number
}

async function countValues(
  table: Pick<CatalogTable, 'name'>,
  { name }: CatalogColumn,
  database: Database,
): Promise<Counts> {
  const column = quote(name)
  const isInteger = `typeof(${column}) = 'integer' and ${column} between ${FIRST} and ${LAST}`
  const text = `select count(${column}) as "values",
    count(*) filter (where typeof(${column}) = 'text') as texts,
    count(*) filter (where ${isInteger}) as milliseconds,
    count(*) filter (where ${isInteger} and ${column} not between -99999999999 and 99999999999) as late
    from ${quote(table.name)}`
  const [found] = await database.query<Counts>(new Sql([text], []))
  return found ?? { values: 0, texts: 0, milliseconds: 0, late: 0 }
}

const FIRST = Date.parse('0001-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

const MIXED =
  'its rows contain neither text only nor milliseconds since 1970 only. Correct them and pull again to have it as c.text() or as c.timestamp()'
