import { isIdentifier } from '../columns/identifier.ts'
import type { Database, Dialect } from '../database/database.ts'
import type { Schema } from '../migrations/difference/schema.ts'
import type { CreateIndex } from '../migrations/operation.ts'
import type { Catalog, CatalogTable, CatalogView, Remark } from './catalog-table.ts'
import { checkReferences } from './check-references.ts'
import { findLooseKeys } from './postgres/loose-keys.ts'
import { readPostgresCatalog } from './postgres/postgres-catalog.ts'
import { readSqliteCatalog } from './sqlite/sqlite-catalog.ts'
import { readStored } from './stored/read-stored.ts'
import type { FoldedColumn } from './describe-indexes.ts'
import { type DescribedView, describeView } from './describe-view.ts'
import { isDeclarable } from './describe-column.ts'
import { type DescribedTable, describeTable } from './describe-table.ts'

/** The schema of an existing database, in the terms of models and migrations. */
export interface LiveSchema {
  readonly schema: Schema
  /** The indexes that no column declares: on several columns, on expressions, or partial. */
  readonly indexes: readonly CreateIndex[]
  /** The columns of each table that an index keeps unique ignoring case, if no column can declare that index. */
  readonly folded: ReadonlyMap<string, readonly FoldedColumn[]>
  readonly views: readonly DescribedView[]
  /** The foreign keys whose text may differ from the text of the key that they refer to, as `table.column`. */
  readonly looseKeys: ReadonlySet<string>
  /** What models and migrations cannot express. */
  readonly remarks: readonly Remark[]
}

/** Decides by the name and columns of a table or view whether it is left out. */
export type IsIgnored = (table: string, columns: ReadonlySet<string>) => boolean

/**
 * Reads the schema of a database. Leaves out the tables and views for which `isIgnored` returns true. Reads the stored
 * values of columns that are not `declared`, and leaves out undeclared tables that the connection may not read.
 */
export async function readLiveSchema(
  database: Database,
  isIgnored: IsIgnored = () => false,
  declared: Schema = new Map(),
): Promise<LiveSchema> {
  const catalog = await readCatalog(database)
  const ignored = new Set(
    catalog.tables.filter((table) => isIgnored(...toNames(table))).map(nameOf),
  )
  const isOpen = ({ name, isReadable }: CatalogTable): boolean =>
    isReadable || ignored.has(name) || declared.has(name)
  const isLeftAlone = ({ name, isReadable }: CatalogTable): boolean =>
    !isReadable || ignored.has(name)
  const open = catalog.tables.filter(isOpen)
  const tables = await readStored(open, database, declared, isLeftAlone)
  const unreadable = catalog.tables.filter((table) => !isOpen(table)).map(unreadableTable)
  const views = catalog.views.filter((view) => !isIgnored(...toNames(view)))
  const remarks = [...unreadable, ...catalog.remarks]
  return toLiveSchema({ tables, views, remarks }, database.dialect, ignored)
}

function toNames({ name, columns }: CatalogTable | CatalogView): Parameters<IsIgnored> {
  return [name, new Set(columns.map(nameOf))]
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}

/** Reads the catalog of a database. */
export function readCatalog(database: Database): Promise<Catalog> {
  return database.dialect === 'sqlite' ? readSqliteCatalog(database) : readPostgresCatalog(database)
}

function toLiveSchema(
  catalog: Catalog,
  dialect: Dialect,
  ignored: ReadonlySet<string>,
): LiveSchema {
  const tables = catalog.tables.filter(({ name }) => !ignored.has(name))
  const all = catalog.tables.filter(isNameable).map((table) => describeTable(table, dialect))
  const described = all.filter(({ name }) => !ignored.has(name))
  const { schema, remarks } = checkReferences(toSchema(described), toSchema(all))
  return {
    schema,
    views: catalog.views.map(describeView),
    indexes: described.flatMap(({ indexes }) => indexes),
    folded: new Map(described.map(({ name, folded }) => [name, folded])),
    looseKeys: dialect === 'postgres' ? findLooseKeys(catalog.tables) : new Set(),
    remarks: [
      ...tables.filter((table) => !isNameable(table)).map(unnameable),
      ...described.flatMap((each) => each.remarks),
      ...remarks,
      ...catalog.remarks,
    ].map(printable),
  }
}

function toSchema(described: readonly DescribedTable[]): Schema {
  return new Map(described.map(({ name, table }) => [name, table]))
}

/** Removes control characters: names in a database are untrusted, and control characters can manipulate a terminal. */
function printable({ place, text }: Remark): Remark {
  return {
    place: place.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' '),
    text: text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' '),
  }
}

/** Whether a migration can create the table: its name is valid, and at least one column can be declared. */
function isNameable(table: CatalogTable): boolean {
  return isIdentifier(table.name) && table.columns.some((column) => isDeclarable(column, table))
}

function unnameable({ name }: CatalogTable): Remark {
  const text = isIdentifier(name)
    ? 'is left out: none of its columns can be declared.'
    : 'is left out: a name may have letters, digits and "_" only, and at most 63 of them. Rename it, or create a view with another name.'
  return { place: `the table ${name}`, text }
}

function unreadableTable({ name }: CatalogTable): Remark {
  const text =
    'is left out: the role of the connection may not read it, or not all of its columns. If the application needs it, grant select on it to the role, and pull again.'
  return { place: `the table ${name}`, text }
}
