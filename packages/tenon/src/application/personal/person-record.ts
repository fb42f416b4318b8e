import { isSame } from '../../data/relations/owners.ts'
import type { AnyRecord, Entity } from '../../data/records/entity.ts'
import { fieldsOf, ModelRecord } from '../../data/records/record.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { isProved, type Person, WhoseRows } from './whose-rows.ts'

/** A person, with the rules by which the models say whose rows are whose. */
export interface KnownPerson extends Person {
  readonly whose: WhoseRows
  readonly table: string
  /** The key as text. */
  readonly key: string
}

/** Finds out which person a record is. Throws `E_PERSONAL` for a record that is not a person. */
export function toPerson(record: AnyRecord): KnownPerson {
  const entity = ModelRecord.entityOf(record)
  const listed = entity?.listedWith
  const whose = listed && new WhoseRows(listed)
  const known = whose?.people.find((each) => isSame(each, entity as Entity))
  if (whose === undefined || known === undefined) throw noPerson(entity)
  const { name } = known.table.singleKey('they are no persons.')
  const fields = fieldsOf(record)
  return { entity: known, fields, whose, table: known.table.name, key: String(fields[name]) }
}

function noPerson(entity: Entity | undefined): SetupError {
  const what =
    entity === undefined ? 'Something that is not a record' : `A record of "${entity.table.name}"`
  return new SetupError(
    'E_PERSONAL',
    `${what} was given as a person. A person is a record of a model in application({ models }) that accounts() was called with, or that has a column with personal({ of: 'id' }).`,
  )
}

/**
 * The texts that identify this person only. For users, this is their address, once they have proved it. Another text,
 * such as a name that they have chosen, may be another person's address, or any word of a job.
 */
export function provedNamesOf(person: Person): readonly string[] {
  const { table, account } = person.entity
  const unique = table.personal.filter(({ definition }) => definition.unique)
  const texts = (account === undefined ? unique : [account.address])
    .filter((column) => isProved(person, column))
    .map((column) => person.fields[column.name])
  return texts.filter((text) => typeof text === 'string' && text.length >= SHORTEST) as string[]
}

/** A shorter text is likely to be part of another text. */
const SHORTEST = 6
