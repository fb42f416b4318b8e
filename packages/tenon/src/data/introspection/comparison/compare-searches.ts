import { hasSameColumns, type Searched } from '../../columns/search/searched.ts'
import type { Dialect } from '../../database/database.ts'
import { operationText } from '../../migrations/difference/migration-text.ts'
import type { Schema, TableSchema } from '../../migrations/difference/schema.ts'
import { isMirrored, searchCreation } from '../../migrations/difference/search-difference.ts'
import { invert } from '../../migrations/invert.ts'
import type { Remark } from '../catalog-table.ts'
import { languageIn } from '../search-index-sql.ts'

/** The schemas to compare: of the models, after all migrations, and of the database. */
export interface SearchSchemas {
  readonly schema: Schema
  readonly migrated: Schema
  readonly live: Schema
}

/** Lists the search indexes that are missing, have another language, or are not declared. */
export function compareSearches(
  { schema, migrated, live }: SearchSchemas,
  dialect: Dialect,
): readonly Remark[] {
  return [...schema].flatMap(([name, table]) => {
    const declared = declaredSearches(table, migrated.get(name))
    const found = live.get(name)?.searches ?? []
    return [
      ...declared.flatMap((search) => {
        const there = found.find((each) => hasSameColumns(each, search))
        if (there === undefined) return [missing(name, search)]
        return there.language === languageIn(dialect, search) ? [] : [changed(name, search, there)]
      }),
      ...found
        .filter((search) => !declared.some((each) => hasSameColumns(each, search)))
        .filter((search) => !isMirrored(table, search))
        .map((search) => undeclared(name, table, search)),
    ]
  })
}

/** The search indexes of the migrations and of the model. The model's language takes precedence. */
function declaredSearches(
  { searched }: TableSchema,
  migrated: TableSchema | undefined,
): readonly Searched[] {
  const others = (migrated?.searches ?? []).filter((each) => !hasSameColumns(each, searched))
  return searched === undefined ? others : [...others, searched]
}

function missing(place: string, search: Searched): Remark {
  const text = `${indexOf(search)} is missing. Run migrate if its migration is pending; otherwise create it with createSearchIndex().`
  return { place, text }
}

function changed(place: string, search: Searched, there: Searched): Remark {
  const text = `${indexOf(search)} is ${languageOf(there)} here, and ${languageOf(search)} as declared. Run migrate if its migration is pending; otherwise drop it with dropSearchIndex(), and create it again.`
  return { place, text }
}

function undeclared(place: string, table: TableSchema, search: Searched): Remark {
  const creation = searchCreation(place, table, search)
  const text = `${indexOf(search)} is not declared. Declare it in the model with { search }, or in a migration with ${operationText(creation)}, or drop it with ${operationText(invert(creation))}.`
  return { place, text }
}

function indexOf({ columns }: Searched): string {
  return `the search index on (${columns.join(', ')})`
}

function languageOf({ language }: Searched): string {
  return language === undefined ? 'without a language' : `in ${language}`
}
