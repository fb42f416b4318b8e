import { logContexts } from '../../base/log/log-context.ts'
import type { FileColumn, FileDisk } from '../../data/columns/column.ts'
import type { AnyModel } from '../../data/records/entity.ts'
import { currentStore } from './current-storage.ts'
import {
  incomingFolder,
  isIncomingName,
  isKey,
  isOwnPath,
  isPartialName,
  toStoredPath,
} from './file-key.ts'
import type { ListedFile } from './file-store.ts'
import { Disk } from './disk.ts'
import { toOriginalKey, toVariantFolder } from './pictures/variant.ts'
import { longestTicketMs } from './url-lifetime.ts'
import { findUsedKeys } from './used-keys.ts'

/** A file that no row refers to. */
export interface OrphanedFile extends ListedFile {
  /**
   * The name of its disk, such as `avatars`; `avatars.variants` for a variant; `incoming` for an upload that was not
   * accepted; `incoming.parts` for a multipart upload that was not completed. Its `name` is then the path.
   */
  readonly disk: string
  /** Aborts the multipart upload. Absent for a file. */
  readonly abort?: () => Promise<void>
}

/**
 * Finds files that can be deleted: files of `c.file()` columns that no row refers to, their variants, variants that are
 * no longer declared, and uploads that were never accepted or completed. Calls `onListed` for each file that is old
 * enough. Ignores names that Tenon did not make.
 *
 * Considers only files that are older than `before`: a younger file may be stored before its row. An upload counts only
 * once no ticket for it can work at `nowMs`. Ignores disks that no model uses, because nothing says what refers to
 * their files.
 */
export async function* findOrphans(
  models: readonly AnyModel[],
  before: Date,
  onListed: (disk: string) => void = () => {},
  nowMs = Date.now(),
): AsyncIterable<OrphanedFile> {
  for (const folder of toSweptFolders(models)) {
    for await (const batch of inBatches(listOwn(folder, before))) {
      batch.forEach(() => onListed(folder.name))
      const used = await findUsedKeys(folder.columns, [...new Set(batch.map(({ key }) => key))])
      const orphans = batch.filter(({ key, file }) => !used.has(key) || !folder.isMade(file.name))
      yield* orphans.map(({ file }) => ({ ...file, disk: folder.name }))
    }
  }
  const acceptable = new Date(nowMs - longestTicketMs)
  for await (const file of listOld(incomingFolder, before)) {
    if (!isIncomingName(file.name)) continue
    if (isPartialName(file.name) || file.changedAt < acceptable) {
      yield { ...file, disk: incomingFolder }
    }
  }
  yield* findOpenUploads(before)
}

/** Skips the uploads of other applications in the same bucket. */
async function* findOpenUploads(before: Date): AsyncIterable<OrphanedFile> {
  const store = await currentStore()
  try {
    for await (const { path, startedAt, abort } of store.openUploads?.() ?? []) {
      if (startedAt >= before || !isOwnPath(path)) continue
      yield { disk: partsFolder, name: path, sizeBytes: 0, changedAt: startedAt, abort }
    }
  } catch (error) {
    logContexts.current.log.warn(cannotListUploads, { error })
  }
}

const partsFolder = `${incomingFolder}.parts`

const cannotListUploads =
  'Uploads that were never completed cannot be listed, and their parts are paid for. Allow s3:ListBucketMultipartUploads, or let a rule of the bucket abort them'

/** The orphans of one disk. */
export interface DiskOrphans {
  readonly disk: string
  readonly files: readonly OrphanedFile[]
  /** How many files of the disk are old enough. */
  readonly of: number
  /** Whether there are so many that the database or the store may belong to another application. */
  readonly areTooMany: boolean
}

/** Finds the orphans as `findOrphans` does, and groups them by disk. Omits disks without orphans. */
export async function findOrphansByDisk(
  models: readonly AnyModel[],
  before: Date,
  nowMs = Date.now(),
): Promise<readonly DiskOrphans[]> {
  const listed = new Map<string, number>()
  const count = (disk: string) => listed.set(disk, (listed.get(disk) ?? 0) + 1)
  const orphans: OrphanedFile[] = []
  for await (const orphan of findOrphans(models, before, count, nowMs)) orphans.push(orphan)
  return [...Map.groupBy(orphans, ({ disk }) => disk)].map(([disk, files]) => {
    const of = listed.get(disk) ?? 0
    const isYoung = files.length <= YOUNG_DISK
    return {
      disk,
      files,
      of,
      areTooMany: !unlisted.has(disk) && !isYoung && files.length > of / 2,
    }
  })
}

/** Everything found in these folders can be deleted, however much it is. */
const unlisted: ReadonlySet<string> = new Set([incomingFolder, partsFolder])

/** On a young disk, this many orphans may be more than half of the files. */
const YOUNG_DISK = 10

/** Deletes an orphan. */
export async function deleteOrphan({ disk, name, abort }: OrphanedFile): Promise<void> {
  if (abort !== undefined) return abort()
  const store = await currentStore()
  await store.delete(toStoredPath(disk, name))
}

interface SweptFolder {
  readonly name: string
  readonly columns: readonly FileColumn[]
  /** The key of the file that a name belongs to; `undefined` if Tenon did not make the name. */
  readonly toKey: (name: string) => string | undefined
  /** Whether a file is still made: `false` for a variant that is no longer declared. */
  readonly isMade: (name: string) => boolean
}

/** The folders of all disks that models use, and the folders of their variants. */
function toSweptFolders(models: readonly AnyModel[]): readonly SweptFolder[] {
  const byName = new Map<string, UsedDisk>()
  for (const { '~entity': entity } of models) {
    const { name: table, database, files } = entity.table
    for (const { name: column, definition } of files) {
      const { files: disk } = definition
      if (disk === undefined) continue
      const columns = byName.get(disk.name)?.columns ?? []
      byName.set(disk.name, { disk, columns: [...columns, { database, table, column }] })
    }
  }
  return [...byName.values()].flatMap(({ disk, columns }) => {
    const toKey = (name: string): string | undefined => (isKey(name) ? name : undefined)
    const own = { name: disk.name, columns, toKey, isMade: () => true }
    if (!(disk instanceof Disk) || !disk.hasVariants) return [own]
    const isMade = (name: string): boolean => disk.isVariant(name)
    return [own, { name: toVariantFolder(disk.name), columns, toKey: toOriginalKey, isMade }]
  })
}

interface UsedDisk {
  readonly disk: FileDisk
  readonly columns: readonly FileColumn[]
}

/** A file that Tenon made, with the key of its original. */
interface OwnFile {
  readonly key: string
  readonly file: ListedFile
}

/** Lists the files that Tenon made in a folder. Other files are not orphans. */
async function* listOwn({ name, toKey }: SweptFolder, before: Date): AsyncIterable<OwnFile> {
  for await (const file of listOld(name, before)) {
    const key = toKey(file.name)
    if (key !== undefined) yield { key, file }
  }
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
