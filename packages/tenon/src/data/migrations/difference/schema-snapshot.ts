import { readFile } from 'node:fs/promises'
import { ifThere } from '../../../base/support/files/if-there.ts'
import { mapValues } from '../../../base/support/values/map-values.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { ColumnDefinition } from '../../columns/column.ts'
import {
  type ColumnJson,
  columnFromJson,
  columnToJson,
  isSameColumn,
} from '../../columns/written/column-json.ts'
import { type Searched, toSearched } from '../../columns/search/searched.ts'
import type { Mirror, OwnerPolicy } from '../operation.ts'
import { type Schema, type TableSchema, withKeptItems } from './schema.ts'

/** The schema at one point in its history, as stored in `database/schema.json`. */
export interface SchemaSnapshot {
  /** The migrations whose changes it contains. */
  readonly migrations: readonly string[]
  readonly schema: Schema
}

/** Reads a snapshot; returns an empty one if the file does not exist. Throws `E_SCHEMA_SNAPSHOT`. */
export async function readSnapshot(path: string): Promise<SchemaSnapshot> {
  const text = await ifThere(readFile(path, 'utf8'))
  if (text === undefined) return { migrations: [], schema: new Map() }
  try {
    const { migrations, tables } = JSON.parse(text) as SnapshotJson
    return { migrations, schema: new Map(Object.entries(mapValues(tables, tableFromJson))) }
  } catch (cause) {
    throw new SetupError(
      'E_SCHEMA_SNAPSHOT',
      `The snapshot "${path}" cannot be read. Restore it from version control, or delete it: it is then created again from all migrations.`,
      { cause },
    )
  }
}

/** Formats a snapshot. The same schema always gives the same text, in any order of tables and migrations. */
export function formatSnapshot({ migrations, schema }: SchemaSnapshot): string {
  const tables = [...schema].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const json: SnapshotJson = {
    migrations: migrations.toSorted(),
    tables: mapValues(Object.fromEntries(tables), tableToJson),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

/**
 * The schema before a new migration, from the snapshot and the files. If a migration was edited after the snapshot was
 * written, its file is right. If it was edited to do a change with `execute()`, the snapshot is right. So each column
 * is taken from the source in which it matches the models, and otherwise from the files.
 */
export function toKnownSchema(snapshot: Schema, files: Schema, wanted: Schema): Schema {
  const kept = [...snapshot].filter(([name]) => files.has(name) || wanted.has(name))
  return new Map([
    ...files,
    ...kept.map(([name, table]) => {
      const file = files.get(name)
      return [name, file ? toKnownTable(table, file, wanted.get(name)) : table] as const
    }),
  ])
}

function toKnownTable(
  snapshot: TableSchema,
  file: TableSchema,
  wanted: TableSchema | undefined,
): TableSchema {
  const names = new Set([...Object.keys(snapshot.columns), ...Object.keys(file.columns)])
  const columns: Record<string, ColumnDefinition> = {}
  for (const name of names) {
    const known = toKnownColumn(snapshot.columns[name], file.columns[name], wanted?.columns[name])
    if (known) columns[name] = known
  }
  return { ...snapshot, columns }
}

function toKnownColumn(
  snapshot: ColumnDefinition | undefined,
  file: ColumnDefinition | undefined,
  wanted: ColumnDefinition | undefined,
): ColumnDefinition | undefined {
  if (isWanted(file, wanted)) return file
  return isWanted(snapshot, wanted) ? snapshot : (file ?? snapshot)
}

function isWanted(
  column: ColumnDefinition | undefined,
  wanted: ColumnDefinition | undefined,
): boolean {
  if (column === undefined || wanted === undefined) return column === wanted
  return isSameColumn(column, withKeptItems(wanted, column))
}

interface SnapshotJson {
  readonly migrations: readonly string[]
  readonly tables: Readonly<Record<string, TableJson>>
}

type SearchJson = readonly string[] | Searched

interface TableJson {
  readonly columns: Readonly<Record<string, ColumnJson>>
  readonly primaryKey?: readonly string[]
  /** Absent for a table without a model, which only migrations have created. */
  readonly model?: true
  readonly searches?: readonly SearchJson[]
  readonly searched?: SearchJson
  readonly mirrors?: readonly Mirror[]
  readonly policy?: OwnerPolicy
}

function tableToJson(table: TableSchema): TableJson {
  const { columns, primaryKey, hasModel, searches = [], searched, mirrors = [], policy } = table
  return {
    ...(hasModel && { model: true }),
    columns: mapValues(columns, columnToJson),
    ...(primaryKey && { primaryKey }),
    ...(searches.length > 0 && { searches: searches.map(searchToJson) }),
    ...(searched && { searched: searchToJson(searched) }),
    ...(mirrors.length > 0 && { mirrors }),
    ...(policy && { policy }),
  }
}

function tableFromJson({ columns, model, ...others }: TableJson): TableSchema {
  const { primaryKey, searches = [], searched, mirrors = [], policy } = others
  const definitions = mapValues(columns, columnFromJson)
  const hasModel = model === true
  return {
    columns: definitions,
    primaryKey,
    hasModel,
    searches: searches.map((search) => toSearched('', search)),
    searched: searched && toSearched('', searched),
    mirrors,
    policy,
  }
}

/** Without a language, only the columns are written. */
function searchToJson({ columns, language }: Searched): SearchJson {
  return language === undefined ? columns : { columns, language }
}
