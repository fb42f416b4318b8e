import { readFile } from 'node:fs/promises'
import { SetupError } from '../../support/setup-error.ts'
import { type ColumnJson, columnFromJson, columnToJson } from './column-json.ts'
import { mapValues, type Schema, type TableSchema } from './schema.ts'

/** The schema at one point of the history, as `database/schema.json` keeps it. */
export interface SchemaSnapshot {
  /** The migrations whose changes are in it. */
  readonly migrations: readonly string[]
  readonly schema: Schema
}

/** Reads a snapshot; an empty one when there is no such file. Throws `E_SCHEMA_SNAPSHOT`. */
export async function readSnapshot(path: string): Promise<SchemaSnapshot> {
  const text = await readTextIfThere(path)
  if (text === undefined) return { migrations: [], schema: new Map() }
  try {
    const { migrations, tables } = JSON.parse(text) as SnapshotJson
    return { migrations, schema: new Map(Object.entries(mapValues(tables, tableFromJson))) }
  } catch (cause) {
    throw new SetupError(
      'E_SCHEMA_SNAPSHOT',
      `The snapshot "${path}" cannot be read. Take it from version control again; without the file it is made anew from all migrations.`,
      { cause },
    )
  }
}

/** Writes a snapshot: the same text for the same schema, whatever order its parts came in. */
export function formatSnapshot({ migrations, schema }: SchemaSnapshot): string {
  const tables = [...schema].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const json: SnapshotJson = {
    migrations: migrations.toSorted(),
    tables: mapValues(Object.fromEntries(tables), tableToJson),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

interface SnapshotJson {
  readonly migrations: readonly string[]
  readonly tables: Readonly<Record<string, TableJson>>
}

interface TableJson {
  readonly columns: Readonly<Record<string, ColumnJson>>
  readonly primaryKey?: readonly string[]
  /** Absent for a table that migrations made by themselves. */
  readonly model?: true
}

function tableToJson({ columns, primaryKey, hasModel }: TableSchema): TableJson {
  return {
    ...(hasModel && { model: true }),
    columns: mapValues(columns, columnToJson),
    ...(primaryKey && { primaryKey }),
  }
}

function tableFromJson({ columns, primaryKey, model }: TableJson): TableSchema {
  return { columns: mapValues(columns, columnFromJson), primaryKey, hasModel: model === true }
}

async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
