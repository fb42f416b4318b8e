import type { Subject } from '../../templates/field.ts'
import { withArticle, type Names } from '../../templates/names.ts'
import { isLoose, type Whose } from '../../templates/whose/whose.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { findModel, findModelOf, findOwner } from '../model-source.ts'
import type { Project } from '../project.ts'
import { findWhose, isPerson } from './find-whose.ts'

/** Refuses a model without an owner that belongs to records with an owner: the application would not start. */
export function assertOwned({ fields }: Subject, project: Project): void {
  if (findOwner(fields) !== undefined) return
  for (const { owner: other } of fields) {
    const owner = other && findOwner(findModel(other.names, project)?.fields)
    if (owner === undefined) continue
    throw new SetupError(
      'E_MAKE_COLUMN',
      `Nothing was written: ${other?.names.labels} belong to a ${owner.names.label}, and so does what belongs to them. Add the column ${owner.relation}:owner.`,
    )
  }
}

/** Refuses a resource whose records refer to a team that is not declared as their owner: all teams would see them. */
export function assertTeam({ names, fields }: Subject, project: Project): void {
  const hasTeams = project.read('app/member.ts') !== undefined
  const column = fields.find(
    ({ name, owner }) =>
      owner?.names.model === 'Team' || (owner === undefined && name === 'team_id'),
  )
  if (!hasTeams || column === undefined || findOwner(fields) !== undefined) return
  throw new SetupError(
    'E_MAKE_COLUMN',
    `Nothing was written: ${names.labels} have the column ${column.name}, but no owner, so every team would see all of them. Make the model with team:owner, or declare the column with .owner(() => Team).`,
  )
}

/**
 * Refuses a resource whose records, or records above them, refer to what belongs to a user or team by a column without a
 * relation: the generated queries follow relations, so everybody would see all of them.
 */
export function assertRelated(subject: Subject, project: Project): void {
  if (findOwner(subject.fields) !== undefined || findWhose(subject, project) !== undefined) return
  const found = findUnrelated(subject.names, project, new Set())
  if (found === undefined) return
  const { below, column, above } = found
  const relation = column.replace(/_id$/, '')
  const whose = isPerson({ names: above }) ? 'to whom they may belong' : 'which belong to somebody'
  throw new SetupError(
    'E_MAKE_COLUMN',
    `Nothing was written: everybody would see all ${subject.names.labels}, although ${below.labels} refer to ${above.labels}, ${whose}. Declare the relation in ${below.model}: static readonly ${relation} = belongsTo(() => ${above.model}, '${column}').`,
  )
}

interface Unrelated {
  readonly below: Names
  readonly column: string
  readonly above: Names
}

function findUnrelated(
  below: Names,
  project: Project,
  seen: ReadonlySet<string>,
): Unrelated | undefined {
  const model = seen.has(below.model) ? undefined : findModel(below, project)
  if (model === undefined) return undefined
  for (const { name: column, table } of model.unrelated) {
    const above = findModelOf(table, project)
    const fields = above && findModel(above, project)?.fields
    if (above === undefined || fields === undefined || above.model === 'Team') continue
    const isUser = above.model === 'User'
    if (isUser && (below.model === 'User' || project.access === 'everybody')) continue
    const somebody = findOwner(fields) ?? findWhose({ names: above, fields }, project)
    if (isUser || somebody !== undefined) return { below, column, above }
  }
  const nearer = new Set([...seen, below.model])
  const others = model.fields.flatMap(({ owner }) => (owner && !isPerson(owner) ? [owner] : []))
  return others.map(({ names }) => findUnrelated(names, project, nearer)).find(Boolean)
}

/** Refuses a resource if a record may have no other above it, and nothing else says whose it is. */
export function assertWhose({ names }: Subject, whose: Whose | undefined): void {
  if (whose === undefined || !isLoose(whose)) return
  const before = [names, ...whose.steps.map((step) => step.names)]
  const place = whose.steps.findIndex(({ isNullable }) => isNullable)
  const { relation, column } = whose.steps[place] ?? { relation: '', column: '' }
  throw new SetupError('E_MAKE_COLUMN', loose({ below: before[place] ?? names, relation, column }))
}

interface LooseEnd {
  readonly below: Names
  readonly relation: string
  readonly column: string
}

function loose({ below, relation, column }: LooseEnd): string {
  return `Nothing was written: ${withArticle(below.label)} belongs to the user of its ${relation.replaceAll('_', ' ')}, and to nobody if ${column} is null. Add the column user:belongsTo to ${below.model}, or do not let ${column} be null.`
}
