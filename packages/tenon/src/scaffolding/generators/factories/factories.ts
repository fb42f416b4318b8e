import type { Field, Owner, Subject } from '../../templates/field.ts'
import { factoryText, toRequiredOwners } from '../../templates/model-templates.ts'
import type { Names } from '../../templates/names.ts'
import { toOwnColumn, type Whose } from '../../templates/whose/whose.ts'
import { findModel, findOwner, readSubject, readWhole, withUser } from '../model-source.ts'
import type { NewFile } from '../plan.ts'
import type { Project } from '../project.ts'
import { findWhose } from '../whose/find-whose.ts'

/** The factories of a model and of the models it belongs to. Other factories and tests may use the latter. */
export function toFactories(subject: Subject, project: Project): readonly NewFile[] {
  const files = new Map<string, NewFile>()
  const add = (given: Subject): void => {
    const fields = withUser(given.fields, project)
    const each = withOwnUser(withoutCircles({ ...given, fields }, project), project)
    const path = toFactoryPath(each.names)
    const text = factoryText(each)
    const isShared = given !== subject
    const known = project.read(path)
    if (files.has(path) || (isShared && known !== undefined && known !== text)) return
    files.set(path, { path, text, isShared })
    const needed = toRequiredOwners(each).flatMap(({ names }) => [names, ...above(names, project)])
    for (const names of needed) {
      const isThere = project.read(toFactoryPath(names)) !== undefined
      if (!isThere) add(readWhole(names, project))
      else if (findModel(names, project) !== undefined) add(readSubject(names, project))
    }
  }
  add(subject)
  return [...files.values()]
}

/** The models on the way from a record to its user: tests and factories create one of each. */
function above(names: Names, project: Project): readonly Names[] {
  const model = findModel(names, project)
  const whose = model && findWhose({ names, fields: model.fields }, project)
  return whose?.steps.map((step) => step.names) ?? []
}

/** The team or user that a record and the record it belongs to must have in common. */
function findShared(subject: Subject, owner: Owner, project: Project): Owner['shared'] {
  const model = findModel(owner.names, project)
  if (owner.isOwner === true || model === undefined) return undefined
  const [ownTeam, theirTeam] = [findOwner(subject.fields), findOwner(model.fields)]
  const isOfTeam = ownTeam !== undefined || theirTeam !== undefined
  if (isOfTeam && ownTeam?.names.model !== theirTeam?.names.model) return undefined
  const other = { names: owner.names, fields: model.fields }
  const own = isOfTeam ? toTeam(subject.fields) : toOwnColumn(findWhose(subject, project))
  const theirs = isOfTeam ? toTeam(model.fields) : findWhose(other, project)
  if (own === undefined || theirs === undefined) return undefined
  return { own: own.name, theirs, isNarrower: own.isNullable && !theirs.isNullable }
}

/** The column of the team to which a record belongs. */
function toTeam(fields: readonly Field[]): Whose | undefined {
  const column = fields.find(({ owner }) => owner?.isOwner)
  if (column?.owner === undefined) return undefined
  return { steps: [], name: column.name, key: column.owner.key, isNullable: false }
}

/** The factory makes the user to whom a record belongs, also if the column may be null: nobody sees a record of nobody. */
function withOwnUser(subject: Subject, project: Project): Subject {
  const isOfTeam = findOwner(subject.fields) !== undefined
  const own = isOfTeam ? undefined : toOwnColumn(findWhose(subject, project))
  if (own === undefined) return subject
  return {
    ...subject,
    fields: subject.fields.map((field) =>
      field.name === own.name && field.owner?.isCircular !== true
        ? { ...field, isNullable: false }
        : field,
    ),
  }
}

/** Marks owners with factories that need this model's factory in turn: they would never end. */
function withoutCircles(subject: Subject, project: Project): Subject {
  const { names, fields, others = [] } = subject
  const leadsBack = (owner: Owner, seen: ReadonlySet<string>): boolean => {
    if (owner.names.model === names.model) return true
    const model = seen.has(owner.names.model) ? undefined : findModel(owner.names, project)
    if (model === undefined) return false
    const nearer = new Set([...seen, owner.names.model])
    return toRequiredOwners({ names: owner.names, ...model }).some((next) =>
      leadsBack(next, nearer),
    )
  }
  const mark = <Column extends { readonly owner?: Owner }>(column: Column): Column => {
    const { owner } = column
    if (owner === undefined) return column
    const isCircular = leadsBack(owner, new Set())
    // The factory makes no such record, so it does not depend on whether the other model exists already.
    const shared = isCircular ? undefined : findShared(subject, owner, project)
    return {
      ...column,
      owner: { ...owner, ...(isCircular && { isCircular }), ...(shared && { shared }) },
    }
  }
  return { names, fields: fields.map(mark), others: others.map(mark) }
}

export function toFactoryPath({ file }: Names): string {
  return `database/factories/${file}.ts`
}
