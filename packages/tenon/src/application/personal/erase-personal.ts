import { securityEvents } from '../../base/log/security-events.ts'
import { databaseOf } from '../../data/database/current-database.ts'
import { ANY_OWNER, asOwners } from '../../data/database/owners/current-owners.ts'
import { forgetWords } from '../../data/migrations/search-index.ts'
import type { AnyRecord, Entity } from '../../data/records/entity.ts'
import { isSame } from '../../data/relations/owners.ts'
import { eraseRows } from './erase-rows.ts'
import { forgetActors } from './kept-in-audits.ts'
import { eraseFollowers, type NamingBatch } from './kept-in-batches.ts'
import { removeAccounts } from './kept-of-accounts.ts'
import { removeJobs, removeSuppressions } from './kept-of-mails.ts'
import { type KnownPerson, provedNamesOf, toPerson } from './person-record.ts'
import type { WhoseRows } from './whose-rows.ts'

/** The effect of an erasure on a table. */
export interface ErasedTable {
  readonly table: string
  readonly rows: number
  readonly done: 'erased' | 'deleted'
}

/** The result of an erasure. */
export interface Erasure {
  /** The tables that have changed. */
  readonly tables: readonly ErasedTable[]
  /** Whether `beforeErase` of the accounts has run. Rows that it changes are not counted in `tables`. */
  readonly ranBeforeErase: boolean
  /** The jobs that name the person and are left, because they run or are going to run. */
  readonly jobsLeft: readonly { readonly id: number; readonly name: string }[]
  /** The unfinished batches that dispatch such a job when they end. */
  readonly batchesLeft: readonly NamingBatch[]
}

/** Options of `erasePersonal`. */
export interface EraseOptions {
  /** Reports what it would do, and rolls everything back. Default `false`. */
  readonly pretend?: boolean
}

/**
 * Erases a person: personal columns lose their values, and rows of models with `onErase: 'delete'` are deleted. It also
 * deletes the data of accounts and waiting mails, and the person's values in the audit. Rows that other people also use
 * remain usable.
 *
 * Everything in a database happens in one transaction, or in the caller's, so nothing is ever half done. A second
 * erasure changes nothing. No hooks run. `beforeErase` of the accounts runs first, also with `pretend`, which rolls back
 * what it has written.
 *
 * Throws `E_PERSONAL` for a record that is not a person, `ForeignKeyViolation` if a remaining row refers to a row that is
 * to be deleted, and what `beforeErase` throws.
 */
export async function erasePersonal(
  record: AnyRecord,
  { pretend = false }: EraseOptions = {},
): Promise<Erasure> {
  const person = toPerson(record)
  person.whose.check()
  const own = person.entity.table.database
  const beforeErase = person.entity.account?.beforeErase
  const tables: ErasedTable[] = []
  const names = provedNamesOf(person)
  let jobsLeft: Erasure['jobsLeft'] = []
  let batchesLeft: Erasure['batchesLeft'] = []
  const note = (table: string, rows: number, done: ErasedTable['done'] = 'deleted') => {
    if (rows > 0) tables.push({ table, rows, done })
  }
  const eraseIn = async (database: string | undefined): Promise<void> => {
    for (const entity of inOrder(person, database)) await eraseModel(entity, person, note)
    if (database === own) {
      for (const [table, rows] of await removeAccounts(person)) note(table, rows)
    }
    if (database !== undefined) return
    const { removed, left } = await removeJobs(names)
    note('tenon_jobs', removed)
    const batches = await eraseFollowers(names)
    note('tenon_job_batches', batches.erased, 'erased')
    batchesLeft = batches.left
    note('tenon_mail_suppressions', await removeSuppressions(names))
    jobsLeft = left.map(({ id, name }) => ({ id, name }))
  }

  await asOwners(ANY_OWNER, () =>
    inTransaction(own, pretend, async () => {
      await beforeErase?.(record)
      for (const database of otherDatabases(person)) {
        await inTransaction(database, pretend, () => eraseIn(database))
      }
      await eraseIn(own)
    }),
  )
  if (!pretend) tell(person, tables)
  return { tables, ranBeforeErase: beforeErase !== undefined, jobsLeft, batchesLeft }
}

async function eraseModel(
  entity: Entity,
  person: KnownPerson,
  note: (table: string, rows: number, done?: ErasedTable['done']) => void,
): Promise<void> {
  const { name, database, isDeletedOnErase } = entity.table
  const { rows, audits } = await eraseRows(entity, person)
  note(name, rows, isDeletedOnErase ? 'deleted' : 'erased')
  if (rows > 0) await forgetWords(databaseOf(database), name)
  note('tenon_audits', audits, isDeletedOnErase ? 'deleted' : 'erased')
  if (isSame(entity, person.entity) && isDeletedOnErase) await forgetActors(person)
}

/** They are erased, and commit, before the person's own database: if one fails, the person can still be found. */
function otherDatabases({ entity, whose }: KnownPerson): readonly (string | undefined)[] {
  const all = new Set([undefined, ...whose.listed.map(({ table }) => table.database)])
  return [...all].filter((each) => each !== entity.table.database)
}

/** Erases rows before the rows that they refer to, because those may be needed to find the way to the person. */
function inOrder({ entity, whose }: KnownPerson, database: string | undefined): readonly Entity[] {
  const ordered: Entity[] = []
  const seen = new Set<Entity>()
  const visit = (each: Entity): void => {
    if (seen.has(each)) return
    seen.add(each)
    for (const holder of holdersOf(each, whose)) visit(holder)
    ordered.push(each)
  }
  for (const each of whose.listed) visit(each)
  const others = ordered.filter((each) => !isSame(each, entity))
  return [...others, entity].filter(({ table }) => table.database === database)
}

function holdersOf(entity: Entity, { links }: WhoseRows): readonly Entity[] {
  return links.filter(({ target }) => isSame(target, entity)).map(({ holder }) => holder)
}

class TakenBack extends Error {}

async function inTransaction(
  name: string | undefined,
  isTakenBack: boolean,
  body: () => Promise<void>,
): Promise<void> {
  try {
    await databaseOf(name).transaction(async () => {
      await body()
      if (isTakenBack) throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}

function tell({ table, key }: KnownPerson, tables: readonly ErasedTable[]): void {
  securityEvents.tell({
    event: 'personal.erased',
    message: 'The personal data of a user was erased',
    fields: { table, user: key, rows: tables.reduce((sum, { rows }) => sum + rows, 0) },
  })
}
