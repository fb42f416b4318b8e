import { findUser, type Field, type Owner, type Subject } from '../../templates/field.ts'
import { isLoose, type Step, type Whose } from '../../templates/whose/whose.ts'
import { findModel, findOwner, withUser } from '../model-source.ts'
import type { Project } from '../project.ts'

/**
 * Finds the user to whom each record belongs: by its column `user_id`, by that of a record above it, however far, or by
 * another column of its own that refers to a user. Prefers a way on which no record may be missing. `undefined` without
 * logins, and for records that belong to no user.
 */
export function findWhose(subject: Subject, project: Project): Whose | undefined {
  return project.access === 'everybody' ? undefined : findWay(subject, project, new Set())
}

function findWay(
  { names, fields }: Subject,
  project: Project,
  seen: ReadonlySet<string>,
): Whose | undefined {
  const own = findOwnColumn(withUser(fields, project))
  if (own !== undefined) return own
  const nearer = new Set([...seen, names.model])
  const ways = fields.flatMap((field) => findWayBy(field, project, nearer) ?? [])
  const isOfUsers = names.model === 'User'
  const other = isOfUsers ? undefined : toOwn(findUser(fields))
  return ways.find((way) => !isLoose(way)) ?? other ?? ways[0]
}

function findWayBy(
  { name, isNullable, owner }: Field,
  project: Project,
  seen: ReadonlySet<string>,
): Whose | undefined {
  if (owner === undefined || isPerson(owner) || seen.has(owner.names.model)) return undefined
  const fields = findModel(owner.names, project)?.fields
  const way = fields && findWay({ names: owner.names, fields }, project, seen)
  if (way === undefined) return undefined
  const { relation, names, key } = owner
  const step: Step = { column: name, relation, names, key, isNullable }
  return { ...way, steps: [step, ...way.steps] }
}

/** The column of `user:belongsTo`: the user who creates the record. */
export function findOwnColumn(fields: readonly Field[]): Whose | undefined {
  return toOwn(
    fields.find(({ name, owner }) => name === 'user_id' && owner?.names.model === 'User'),
  )
}

function toOwn(column: Field | undefined): Whose | undefined {
  if (column?.owner === undefined) return undefined
  return { steps: [], name: column.name, key: column.owner.key, isNullable: column.isNullable }
}

/** Whether the other record is a user or a team: neither belongs to the user whose key one of its columns has. */
export function isPerson({ names }: Pick<Owner, 'names'>): boolean {
  return names.model === 'User' || names.model === 'Team'
}

/**
 * Makes unique values unique among the records of a user, or of the record above them that leads to the user: "taken"
 * would reveal a value of another user. A reference that is unique stays so in the whole table.
 */
export function withinTheirs(subject: Subject, project: Project): readonly Field[] {
  const { fields } = subject
  const whose = findOwner(fields) === undefined ? findWhose(subject, project) : undefined
  if (whose === undefined || isLoose(whose)) return fields
  const uniqueWithin = whose.steps[0]?.column ?? whose.name
  return fields.map((field) =>
    field.isUnique && field.owner === undefined && field.name !== uniqueWithin
      ? { ...field, uniqueWithin }
      : field,
  )
}

/** Adds to each column that refers to a record of a user whose that record must be: the user's who sends the request. */
export function withTheirs(
  fields: readonly Field[],
  subject: Subject,
  project: Project,
): readonly Field[] {
  // Members of a team share its records, also those that refer to what a single member has.
  if (findOwner(subject.fields) !== undefined) return fields
  return fields.map((field) => {
    const { owner } = field
    if (owner === undefined || isPerson(owner)) return field
    const isSelf = owner.names.model === subject.names.model
    const known = findModel(owner.names, project) ?? (isSelf ? subject : undefined)
    const theirs = known && findWhose({ names: owner.names, fields: known.fields }, project)
    return theirs === undefined ? field : { ...field, theirs }
  })
}
