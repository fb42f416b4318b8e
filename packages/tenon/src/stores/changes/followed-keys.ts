import type { Change, KnownRow } from '../../data/database/changes/change.ts'
import type { Database } from '../../data/database/database.ts'
import { readCatalog } from '../../data/introspection/live-schema.ts'
import { nameInReads } from '../../data/queries/reads/read-set.ts'
import type { CatalogForeignKey } from '../../data/introspection/catalog-table.ts'

/** A foreign key that changes rows of its table when rows of its target are deleted or get another key. */
interface FollowedKey {
  readonly table: string
  readonly key: CatalogForeignKey
}

/**
 * The foreign keys by which a database itself changes other tables, for example with `on delete cascade`. They come
 * from the catalog, because models need not declare them.
 */
export class FollowedKeys {
  readonly #byTarget: ReadonlyMap<string, readonly FollowedKey[]>

  constructor(keys: readonly FollowedKey[]) {
    this.#byTarget = Map.groupBy(keys, ({ key }) => key.table)
  }

  static async read(database: Database): Promise<FollowedKeys> {
    const { tables } = await readCatalog(database)
    const toName = (table: string) => nameInReads(database.name, table)
    const all = tables.flatMap(({ name, foreignKeys }) =>
      foreignKeys.map((key): FollowedKey => ({
        table: toName(name),
        key: { ...key, table: toName(key.table) },
      })),
    )
    return new FollowedKeys(all.filter(({ key }) => acts(key.onDelete) || acts(key.onUpdate)))
  }

  /** Adds the changes that the database makes because of these changes. */
  follow(changes: readonly Change[]): readonly Change[] {
    const all = [...changes]
    const seen = new Set(changes.map(toText))
    // The list grows during the loop. Keys may refer to their own table or in a circle, so each change is added once.
    for (const change of all) {
      for (const followed of this.#byTarget.get(change.table) ?? []) {
        const next = nextOf(change, followed)
        if (next === undefined || seen.has(toText(next))) continue
        seen.add(toText(next))
        all.push(next)
      }
    }
    return all
  }
}

function toText({ table, rows, isDelete }: Change): string {
  return JSON.stringify([table, isDelete, rows])
}

function acts(action: CatalogForeignKey['onDelete']): boolean {
  return action !== 'no action' && action !== 'restrict'
}

/** The change that a foreign key causes. Only the key of the changed rows is known. */
function nextOf(change: Change, { table, key }: FollowedKey): Change | undefined {
  if (change.isDelete && acts(key.onDelete)) {
    const rows = change.rows?.map((row) => referringTo(row, key))
    const areAny = rows?.some((row) => Object.keys(row).length === 0)
    return { table, rows: areAny ? undefined : rows, isDelete: key.onDelete === 'cascade' }
  }
  const mayMove = acts(key.onUpdate) && change.rows?.every((row) => hasAll(row, key)) !== true
  return mayMove ? { table, rows: undefined, isDelete: false } : undefined
}

function referringTo(row: KnownRow, { columns, targetColumns }: CatalogForeignKey): KnownRow {
  const known: Record<string, KnownRow[string]> = {}
  for (const [i, column] of columns.entries()) {
    const value = row[targetColumns[i] ?? '']
    if (value !== undefined) known[column] = value
  }
  return known
}

/** Updates omit the columns that they set, so a known key has not changed. */
function hasAll(row: KnownRow, { targetColumns }: CatalogForeignKey): boolean {
  return targetColumns.every((column) => row[column] !== undefined)
}
