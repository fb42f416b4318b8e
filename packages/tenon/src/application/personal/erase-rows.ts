import { erasedValueOf, isUniqueText, uniqueText } from '../../data/models/personal/erased-value.ts'
import type { TableColumn } from '../../data/columns/table.ts'
import { databaseOf } from '../../data/database/current-database.ts'
import { removeRows, updateRows } from '../../data/models/bulk-write.ts'
import { discardFiles, discardReplaced } from '../../data/records/discard-files.ts'
import type { Entity } from '../../data/records/entity.ts'
import { fieldsOf } from '../../data/records/record.ts'
import { isSame } from '../../data/relations/owners.ts'
import { dropAudits, hasAudits, stripAudits } from './kept-in-audits.ts'
import { hashOfNobody } from '../../identity/passwords/hash.ts'
import type { KnownPerson } from './person-record.ts'
import { isAmong, keyText, type PersonalRow, rowsOfPerson, toPlan } from './rows-of-person.ts'

/** The effect of an erasure on a model's rows. */
interface Erased {
  readonly rows: number
  /** How many audit entries had values of the rows. */
  readonly audits: number
}

/** Erases the rows of a person in one table, a few hundred at a time. */
export async function eraseRows(entity: Entity, person: KnownPerson): Promise<Erased> {
  const isAudited = await hasAudits(entity)
  let [rows, audits] = [0, 0]
  for await (const batch of rowsOfPerson(entity, person)) {
    const own = batch.filter(({ isOwn, own: columns }) => isOwn || columns.length > 0)
    if (own.length === 0) continue
    const keys = own.map(({ record }) => keyText(entity, record))
    if (entity.table.isDeletedOnErase) {
      rows += await remove(entity, own)
      if (isAudited) audits += await dropAudits(entity, keys)
      continue
    }
    rows += await eraseColumns(entity, own, isSame(entity, person.entity))
    const columns = entity.table.personal.map(({ name }) => name)
    if (isAudited) audits += await stripAudits(entity, keys, columns)
  }
  return { rows, audits }
}

async function remove(entity: Entity, rows: readonly PersonalRow[]): Promise<number> {
  const records = rows.map(({ record }) => record)
  await removeRows(toPlan(entity, isAmong(entity, records)))
  for (const record of records) await discardFiles(entity.table, fieldsOf(record))
  return rows.length
}

/** Updates rows that lose the same values with one statement. Returns how many rows have changed. */
async function eraseColumns(
  entity: Entity,
  rows: readonly PersonalRow[],
  isPerson: boolean,
): Promise<number> {
  const { dialect } = databaseOf(entity.table.database)
  const changes = rows.map(({ record, own }) => ({
    record,
    values: erasedValues(entity, { record, own, dialect, isPerson }),
  }))
  const changed = changes.filter(({ values }) => Object.keys(values).length > 0)
  const alike = Map.groupBy(changed, ({ values }, i) => {
    const isUnique = Object.values(values).some(isUniqueText)
    return isUnique ? `${i}` : Object.keys(values).join()
  })
  for (const group of alike.values()) {
    const records = group.map(({ record }) => record)
    await updateRows(toPlan(entity, isAmong(entity, records)), group[0]?.values ?? {})
  }
  for (const { record, values } of changed) {
    const replaced = Object.keys(values).map((column) => ({
      column,
      from: fieldsOf(record)[column],
      to: values[column],
    }))
    await discardReplaced(entity.table, replaced)
  }
  return changed.length
}

interface ErasedRow extends Pick<PersonalRow, 'record' | 'own'> {
  readonly dialect: 'sqlite' | 'postgres'
  readonly isPerson: boolean
}

/** The new values of the columns that are not erased yet. */
function erasedValues(
  { table, account }: Entity,
  { record, own, dialect, isPerson }: ErasedRow,
): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(record)
  const values: Record<string, unknown> = {}
  for (const column of own) {
    const erased = erasedValueOf(table.name, column)
    const current = fields[column.name]
    if (erased.kind === 'unique' && !isUniqueText(current)) values[column.name] = uniqueText()
    if (erased.kind !== 'constant') continue
    if (!isStored(column, dialect, current, erased.value)) values[column.name] = erased.value
  }
  if (!isPerson || account === undefined) return values
  const { name } = account.password
  const { [name]: _, ...others } = values
  // Replace it even for a user without a password: the new hash ends a login that begins right now, such as by passkey.
  const none = hashOfNobody()
  return fields[name] === none ? others : { ...others, [name]: none }
}

function isStored(
  { codecs }: TableColumn,
  dialect: 'sqlite' | 'postgres',
  one: unknown,
  other: unknown,
): boolean {
  const [stored, wanted] = [codecs[dialect].encode(one), codecs[dialect].encode(other)]
  const areBytes = stored instanceof Uint8Array && wanted instanceof Uint8Array
  return areBytes ? Buffer.compare(stored, wanted) === 0 : stored === wanted
}
