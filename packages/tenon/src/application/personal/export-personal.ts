import { setImmediate as nextTurn } from 'node:timers/promises'
import { securityEvents } from '../../base/log/security-events.ts'
import { ANY_OWNER, asOwners } from '../../data/database/owners/current-owners.ts'
import type { AnyRecord, Entity } from '../../data/records/entity.ts'
import { fieldsOf } from '../../data/records/record.ts'
import { toWire } from '../../data/records/wire.ts'
import { auditTable } from '../../data/models/audits/audit-table.ts'
import { batchTable } from '../../work/jobs/tables/batch-table.ts'
import { jobTable } from '../../work/jobs/tables/job-table.ts'
import { signalTable } from '../../work/jobs/tables/step-table.ts'
import { suppressionTable } from '../../work/jobs/tables/mail-tables.ts'
import { tellAudits } from './kept-in-audits.ts'
import { followersNaming } from './kept-in-batches.ts'
import { tellAccounts } from './kept-of-accounts.ts'
import { jobsNaming, signalsNaming, tellSuppressions } from './kept-of-mails.ts'
import { type KnownPerson, provedNamesOf, toPerson } from './person-record.ts'
import { type PersonalRow, rowsOfPerson } from './rows-of-person.ts'

/**
 * Writes everything that is stored about a person as one JSON document, in pieces:
 * `stream(exportPersonal(user), 'application/json')`.
 *
 * It contains the rows of all models that refer to the person, of all owners, including deleted rows. It leaves out
 * hidden columns, unless they are personal, and personal values of other people. Of rows that belong to another owner,
 * it contains only the key, the columns that refer to the person, and the person's own values. It keeps a few hundred
 * rows in memory. Throws `E_PERSONAL` for a record that is not a person.
 */
export function exportPersonal(record: AnyRecord): AsyncGenerator<Uint8Array> {
  const person = toPerson(record)
  const { table, key, whose } = person
  whose.check()
  securityEvents.tell({
    event: 'personal.exported',
    message: 'The personal data of a user was exported',
    fields: { table, user: key },
  })
  return ofAnyOwner(write(person))
}

/** A generator runs in the context of the caller that asks for its next piece, which may have an owner. */
async function* ofAnyOwner(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await asOwners(ANY_OWNER, () => pieces.next())
      if (done === true) return
      yield Buffer.from(value)
      // On SQLite nothing else waits here, so a long export would block other requests.
      await nextTurn()
    }
  } finally {
    await pieces.return(undefined)
  }
}

async function* write(person: KnownPerson): AsyncGenerator<string> {
  const { table, key } = person
  const head = { person: { table, key }, exported_at: new Date().toISOString() }
  yield `${JSON.stringify(head).slice(0, -1)},"rows":{`
  let current: string | undefined
  for await (const [name, rows] of rowsByTable(person)) {
    if (rows.length === 0) continue
    const items = rows.map((row) => JSON.stringify(row)).join(',\n')
    const isFirst = name !== current
    const end = current === undefined ? '' : '],'
    yield isFirst ? `${end}\n${JSON.stringify(name)}:[\n${items}` : `,\n${items}`
    current = name
  }
  yield `${current === undefined ? '' : ']'}}}\n`
}

/** All rows in batches. The batches of a table follow each other. */
async function* rowsByTable(
  person: KnownPerson,
): AsyncGenerator<readonly [table: string, rows: readonly object[]]> {
  for (const entity of person.whose.listed) {
    for await (const batch of rowsOfPerson(entity, person)) {
      yield [entity.table.name, batch.map((row) => toTold(entity, row, person))]
    }
  }
  yield* tellAccounts(person)
  for await (const rows of tellAudits(person)) yield [auditTable.name, rows]
  const names = provedNamesOf(person)
  for await (const { id, name, state, created_at } of jobsNaming(names)) {
    // Leave out the input: a mail's input has links that prove who reads the mailbox, and other inputs have other
    // people's data.
    const said = { id, name, state, created_at: new Date(created_at).toISOString() }
    yield [jobTable.name, [said]]
  }
  for await (const { id, name, created_at } of signalsNaming(names)) {
    // As of jobs, without the value.
    yield [signalTable.name, [{ id, name, created_at: new Date(created_at).toISOString() }]]
  }
  for await (const follower of followersNaming(names)) yield [batchTable.name, [follower]]
  yield [suppressionTable.name, await tellSuppressions(names)]
}

/** A row as its person gets it. If the row belongs to another owner, such as a team, only what is about the person. */
function toTold(entity: Entity, { record, own, isOwn }: PersonalRow, person: KnownPerson): object {
  const { table } = entity
  const fields = fieldsOf(record)
  const naming = person.whose
    .directWays(entity, person.entity)
    .flatMap((way) => (way.kind === 'link' ? way.link.column : []))
  const isOfOwner = table.owner !== undefined && !isOwn && !naming.includes(table.owner)
  const about = [...table.keys, ...naming]
  const told = table.columns.filter((column) => {
    const { personal, hidden } = column.definition
    if (personal !== undefined) return own.includes(column)
    return !hidden && (!isOfOwner || about.includes(column))
  })
  return Object.fromEntries(told.map(({ name }) => [name, toWire(fields[name])]))
}
