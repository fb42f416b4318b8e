import type { AnyModel } from '../../data/records/entity.ts'
import { databaseOf } from '../../data/database/current-database.ts'
import { Sql, sql } from '../../data/database/sql.ts'
import { currentStore } from './current-storage.ts'
import { incomingFolder, toStoredPath } from './file-key.ts'
import type { ListedFile } from './file-store.ts'

/** A file that no row refers to. */
export interface OrphanedFile extends ListedFile {
  /** The name of its disk, or `incoming` for an upload that was never accepted. */
  readonly disk: string
}

/**
 * Finds the files of all `c.file()` columns that no row refers to, and uploads that were never accepted.
 *
 * Only files from before `before` count: a younger one may be stored already and its row not yet. A disk that
 * no model uses is left alone, because nothing says what refers to its files.
 */
export async function* findOrphans(
  models: readonly AnyModel[],
  before: Date,
): AsyncIterable<OrphanedFile> {
  for (const [disk, columns] of toColumnsByDisk(models)) {
    for await (const batch of inBatches(listOld(disk, before))) {
      const used = await findUsed(columns, batch)
      yield* batch.filter(({ name }) => !used.has(name)).map((file) => ({ ...file, disk }))
    }
  }
  for await (const file of listOld(incomingFolder, before)) yield { ...file, disk: incomingFolder }
}

/** Deletes an orphan. */
export async function deleteOrphan({ disk, name }: OrphanedFile): Promise<void> {
  const store = await currentStore()
  await store.delete(toStoredPath(disk, name))
}

interface FileColumn {
  /** The name of its database; `undefined` for the default one. */
  readonly database: string | undefined
  readonly table: string
  readonly column: string
}

function toColumnsByDisk(models: readonly AnyModel[]): ReadonlyMap<string, readonly FileColumn[]> {
  const byDisk = new Map<string, FileColumn[]>()
  for (const { '~entity': entity } of models) {
    const { name: table, database, files } = entity.table
    for (const { name: column, definition } of files) {
      const disk = definition.files?.name ?? ''
      byDisk.set(disk, [...(byDisk.get(disk) ?? []), { database, table, column }])
    }
  }
  return byDisk
}

async function* listOld(folder: string, before: Date): AsyncIterable<ListedFile> {
  const store = await currentStore()
  for await (const file of store.list(folder)) if (file.changedAt < before) yield file
}

/** Soft-deleted rows count, too: they can be restored. */
async function findUsed(
  columns: readonly FileColumn[],
  files: readonly ListedFile[],
): Promise<ReadonlySet<string>> {
  const names = files.map(({ name }) => name)
  const used = new Set<string>()
  for (const { database, table, column } of columns) {
    const [from, key] = [quoted(table), quoted(column)]
    const query = sql`select ${key} as key from ${from} where ${key} in (${names})`
    const rows = await databaseOf(database).query<{ key: string }>(query)
    for (const row of rows) used.add(row.key)
  }
  return used
}

/** Sound: the names of tables and columns are identifiers, which a model has checked. */
function quoted(name: string): Sql {
  return new Sql([`"${name}"`], [])
}

const batchSize = 500

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncIterable<readonly Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
