/**
 * Finds out whose data a row is: the ways from the row to a person, and the condition that they lead to a certain
 * person.
 *
 * A person is a record of a model whose records log in, or of a model with a personal column that declares it:
 * `personal({ of: 'id' })`.
 */
import type { TableColumn } from '../../data/columns/table.ts'
import type { Condition } from '../../data/queries/condition.ts'
import { listOf, hasValue } from '../../data/queries/parameter.ts'
import { type AnyModel, type Entity, entityOf } from '../../data/records/entity.ts'
import { isSame } from '../../data/relations/owners.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { personalLinksOf, type PersonalLink } from './personal-links.ts'

/** Throws `E_PERSONAL` unless the models declare for each personal column whose data it contains. */
export function assertPersonal(models: readonly AnyModel[]): void {
  const listed = models.map(entityOf)
  const isSaid = listed.some(({ table }) => table.personal.length > 0 || table.isDeletedOnErase)
  if (isSaid) new WhoseRows(listed).check()
}

/** A way from a row to a person. */
export type Way =
  | { readonly kind: 'self'; readonly person: Entity }
  | { readonly kind: 'link'; readonly link: PersonalLink; readonly ways: readonly Way[] }
  /** The column has the same value as a column of the person. */
  | {
      readonly kind: 'value'
      readonly column: TableColumn
      readonly person: Entity
      readonly of: TableColumn
    }

/** A record of a person, with its values by column. */
export interface Person {
  readonly entity: Entity
  readonly fields: Readonly<Record<string, unknown>>
}

/** The models of an application, and their declarations of whose rows are whose. */
export class WhoseRows {
  readonly listed: readonly Entity[]
  readonly links: readonly PersonalLink[]

  constructor(listed: readonly Entity[]) {
    this.listed = listed
    this.links = personalLinksOf(listed)
  }

  /** The models whose records are persons. */
  get people(): readonly Entity[] {
    return this.listed.filter(isPerson)
  }

  /** Throws `E_PERSONAL` unless it is clear whose data each personal column and each row that an erasure deletes is. */
  check(): void {
    for (const entity of this.listed) {
      for (const column of entity.table.personal) this.waysOfColumn(entity, column)
      if (entity.table.isDeletedOnErase) this.waysOfRow(entity)
    }
  }

  /** The ways from a row itself: those of its personal columns, or without any, its only way. */
  waysOfRow(entity: Entity): readonly Way[] {
    const { personal } = entity.table
    if (personal.length === 0) return this.ways(entity, undefined)
    return personal.flatMap((column) => this.waysOfColumn(entity, column))
  }

  /** The ways that a personal column declares, or else the row's only way. Throws `E_PERSONAL` if it is unclear. */
  waysOfColumn(entity: Entity, column: TableColumn): readonly Way[] {
    const of = column.definition.personal?.of
    return of?.includes('.') === true
      ? [this.#sameValue(entity, column, of)]
      : this.ways(entity, of)
  }

  /** The ways through a column of the row, or else its only way. Throws `E_PERSONAL` if it is unclear. */
  ways(entity: Entity, of: string | undefined, depth = 0): readonly Way[] {
    const { table } = entity
    if (depth > LONGEST_WAY) throw refuse(entity, 'the columns lead in a circle')
    if (of === undefined && isPerson(entity)) return [{ kind: 'self', person: entity }]
    if (of === undefined) return this.#only(entity)
    if (of === table.key?.name) return [{ kind: 'self', person: entity }]
    const links = this.links.filter(
      ({ holder, column }) => isSame(holder, entity) && column.name === of,
    )
    if (links.length === 0) {
      const column = table.personal.find(({ name }) => name === of)
      const isValue = column?.definition.personal?.of?.includes('.') === true
      if (column !== undefined && isValue) return this.waysOfColumn(entity, column)
      const remedy = 'Declare references(), or a relation, so that it leads to another model'
      throw refuse(entity, `nothing says what "${of}" refers to. ${remedy}`)
    }
    return links.map((link) => ({
      kind: 'link',
      link,
      ways: isPerson(link.target)
        ? [{ kind: 'self', person: link.target }]
        : this.#next(link.target, depth + 1),
    }))
  }

  /** The direct ways from all rows that refer to a person, for whatever reason. */
  directWays(entity: Entity, person: Entity): readonly Way[] {
    return this.links
      .filter(({ holder, target }) => isSame(holder, entity) && isSame(target, person))
      .map((link) => ({ kind: 'link', link, ways: [{ kind: 'self', person }] }))
  }

  /** The ways from a row that is not a person. */
  #next(entity: Entity, depth: number): readonly Way[] {
    const stated = entity.table.personal.map(({ definition }) => definition.personal?.of)
    const [of] = stated
    if (of !== undefined && stated.every((each) => each === of)) return this.ways(entity, of, depth)
    return this.#only(entity)
  }

  #only(entity: Entity): readonly Way[] {
    const links = this.links.filter(
      ({ holder, target }) => isSame(holder, entity) && isPerson(target),
    )
    const columns = [...new Set(links.map(({ column }) => column.name))]
    if (columns.length === 1) {
      return links.map((link) => ({
        kind: 'link',
        link,
        ways: [{ kind: 'self', person: link.target }],
      }))
    }
    const what =
      columns.length === 0
        ? 'no column leads to a person'
        : `${columns.join(' and ')} lead to persons`
    throw refuse(
      entity,
      `${what}. Say whose data it is: personal({ of: '…' }) with the column that leads to the person or to a row of theirs, with 'users.email' for equal values, or with the key of the row if it is a person itself`,
    )
  }

  #sameValue(entity: Entity, column: TableColumn, of: string): Way {
    const [tableName = '', columnName = ''] = of.split('.')
    const person = this.listed.find(({ table }) => table.name === tableName)
    if (person === undefined || !isPerson(person) || !person.table.has(columnName)) {
      throw refuse(entity, `"${of}" is not a column of a model whose records are persons`)
    }
    return { kind: 'value', column, person, of: person.table.column(columnName) }
  }
}

const LONGEST_WAY = 16

function isPerson({ table, account }: Entity): boolean {
  if (account !== undefined) return true
  return table.personal.some(({ definition }) => definition.personal?.of === table.key?.name)
}

/** The condition that one of the ways leads to a person; `undefined` if no way leads to persons of this model. */
export function leadsToPerson(ways: readonly Way[], person: Person): Condition | undefined {
  const conditions = ways
    .map((way) => toCondition(way, person))
    .filter((each) => each !== undefined)
  return conditions.length < 2 ? conditions[0] : { kind: 'any', conditions }
}

function toCondition(way: Way, person: Person): Condition | undefined {
  const { table } = person.entity
  switch (way.kind) {
    case 'self': {
      const key = table.singleKey('they are no persons.')
      return isSame(way.person, person.entity) ? hasValue(key, person.fields[key.name]) : undefined
    }
    case 'value':
      return isSame(way.person, person.entity) && isProved(person, way.of)
        ? hasText(way.column, person.fields[way.of.name])
        : undefined
    case 'link':
      return throughLink(way, person)
    default:
      return unreachable(way)
  }
}

/** Whether a value certainly belongs to the person: an address without proof may belong to another person. */
export function isProved({ entity: { account }, fields }: Person, { name }: TableColumn): boolean {
  const { address, verifiedAt } = account ?? {}
  if (name !== address?.name || verifiedAt === undefined) return true
  return (fields[verifiedAt.name] ?? null) !== null
}

/** A condition for a value as it is or in lower case: the other column may ignore case. */
function hasText(column: TableColumn, value: unknown): Condition | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return hasValue(column, value)
  const values = [...new Set([value, value.toLowerCase()])]
  return { kind: 'list', column, negated: false, parameter: listOf(column, values) }
}

function throughLink(
  { link, ways }: Extract<Way, { kind: 'link' }>,
  person: Person,
): Condition | undefined {
  const { column, type, target, key } = link
  const isDirect = ways.some((way) => way.kind === 'self' && isSame(way.person, target))
  const above = leadsToPerson(ways, person)
  if (above === undefined) return undefined
  const value = person.fields[key.name]
  if (isDirect && (value === null || value === undefined)) return undefined
  const condition: Condition = isDirect
    ? hasValue(column, value)
    : {
        kind: 'related',
        link: {
          target: target.table,
          pairs: [{ local: column.name, target: key.name }],
          type: undefined,
          through: undefined,
        },
        condition: above,
        negated: false,
      }
  if (type === undefined) return condition
  return { kind: 'all', conditions: [condition, hasValue(type, target.table.name)] }
}

function refuse({ table }: Entity, why: string): SetupError {
  return new SetupError(
    'E_PERSONAL',
    `Whose the personal data in "${table.name}" is cannot be told: ${why}.`,
  )
}
