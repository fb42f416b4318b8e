import type { FileColumn } from '../../data/columns/column.ts'
import type { AnyModel } from '../../data/records/entity.ts'
import { currentStore } from './current-storage.ts'
import { incomingFolder, toStoredPath } from './file-key.ts'
import type { ListedFile } from './file-store.ts'
import { findUsedKeys } from './used-keys.ts'

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
      const used = await findUsedKeys(
        columns,
        batch.map(({ name }) => name),
      )
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
