import { pageControllerText } from '../templates/controller-templates.ts'
import {
  isTokenAccess,
  jsonRoutes,
  pageRoutes,
  type ResourceRoutes,
} from '../templates/routes/route-templates.ts'
import {
  findTitle,
  withoutHidden,
  withoutOwner,
  type Field,
  type Owner,
  type Subject,
} from '../templates/field.ts'
import { isMakeable } from '../templates/file-templates.ts'
import { jsonControllerText } from '../templates/json/json-controller.ts'
import { jsonTestText, tokenLogInText } from '../templates/json/json-test.ts'
import { toNames, withArticle, type Names } from '../templates/names.ts'
import type { PageText } from '../templates/page-files.ts'
import { policyText, type PolicyOwner } from '../templates/policy-template.ts'
import { requestText, type Question, type Sender } from '../templates/request-template.ts'
import { teamControllerText } from '../templates/team/team-controller.ts'
import { teamTestText } from '../templates/team/team-test.ts'
import { pageTestText } from '../templates/resource-test-template.ts'
import { tellWhose, toOwnColumn, type Whose } from '../templates/whose/whose.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { capitalize } from '../../base/support/values/capitalize.ts'
import { addRoutes } from './application-edits.ts'
import { toFactories, toFactoryPath } from './factories/factories.ts'
import { putWords } from './cascades/cascades.ts'
import { assertFormFields } from './form-names.ts'
import { withParts } from './kits/parts.ts'
import { findModel, findOwner, readWhole, withUser } from './model-source.ts'
import { addLink } from './navigation-edit.ts'
import type { NewFile, Plan } from './plan.ts'
import type { Project } from './project.ts'
import { addTeamPart, addTeamRoutes, teamLayout } from './team-edits.ts'
import { assertOwned, assertRelated, assertTeam, assertWhose } from './whose/assert-whose.ts'
import { findOwnColumn, findWhose, isPerson, withTheirs } from './whose/find-whose.ts'
import { wordsOf } from './words/words-file.ts'

/**
 * Plans the resource of an existing model, with the columns that its file declares.
 *
 * Throws `E_MAKE_MODEL` if there is no such model, or if a form cannot create its records.
 */
export function planExisting(names: Names, project: Project): Plan {
  const subject = readWhole(names, project)
  const {
    key = '',
    keyColumn = '',
    fields = [],
    withoutField = [],
  } = findModel(names, project) ?? {}
  if (key === '') throw notServed(names, 'it has no key that is a single column')
  if (key === 'stringId')
    throw notServed(names, `its key ${keyColumn} is a text, for which forms have no field`)
  const [column] = withoutField
  if (column !== undefined) {
    const isHidden = fields.some(({ name }) => name === column)
    throw notServed(
      names,
      `each has a value in ${column}, ${isHidden ? 'a hidden column' : 'for which forms have no field'}; a default() or nullable() helps`,
    )
  }
  const plan = planResource({ ...subject, names: { ...names, key: keyColumn } }, project)
  // The model may already have a policy, and a factory that other tests use.
  const kept = new Set([toFactoryPath(names), toPolicyPath(names)])
  return {
    ...plan,
    files: plan.files.map((file) => ({
      ...file,
      ...(kept.has(file.path) && { isShared: true }),
    })),
  }
}

function notServed({ model, path }: Names, reason: string): SetupError {
  return new SetupError(
    'E_MAKE_MODEL',
    `Nothing was written: a form cannot create records of ${model}, because ${reason}. Begin with "tenon make controller ${path}" instead.`,
  )
}

/**
 * Plans the resource of a model: its factory, request, controller, routes, pages and tests.
 *
 * Throws `E_MAKE_NAME` if the application already has routes of that name, and `E_MAKE_COLUMN` for columns that a
 * resource does not support, such as an owner other than a team.
 */
export function planResource(given: Subject, project: Project): Plan {
  assertRoutesFree(given.names, project)
  assertOwned(given, project)
  assertTeam(given, project)
  assertRelated(given, project)
  const subject = { ...given, fields: withUser(given.fields, project) }
  const owner = findOwner(subject.fields)
  return owner === undefined ? planForAll(subject, project) : planForTeams(subject, project, owner)
}

function planForAll(subject: Subject, project: Project): Plan {
  const { names } = subject
  const { pages } = project
  const whose = findWhose(subject, project)
  assertWhose(subject, whose)
  const said = wordsOf(names, project)
  const fields = withChoices(toSent(subject, project), subject, project)
  const sent = { ...subject, fields, words: said.words }
  if (pages !== undefined) assertFormFields(sent.fields, pages.library)
  const controller =
    pages === undefined
      ? jsonControllerText(sent, whose)
      : pageControllerText(sent, project.layout, whose)
  const components = pages?.resource(sent, project.layout).map(toPageFile) ?? []
  const factories = toFactories(subject, project)
  const tests = toTests(subject, toTest(sent, project, whose))
  const request = requestText(sent, toSender(project), toAsked(subject, project))
  const written = [
    { path: toRequestPath(names), text: request },
    { path: `app/controllers/${names.path}.ts`, text: controller },
    ...components,
  ]
  const spoken = putWords(written, subject, said, project)
  return {
    files: [
      ...factories,
      ...(whose === undefined ? [] : [toPolicy(subject, { asksMember: false, whose })]),
      ...(pages === undefined ? spoken.files : withParts(spoken.files, pages.library)),
      ...(tests.length === 0 ? [] : toLogIn(factories, project)),
      ...tests,
    ],
    edits: [
      addRoutes(names, toRoutes(sent, project, whose)),
      ...(pages === undefined ? [] : addLink(sent, project, said.path)),
      ...spoken.edits,
    ],
    notes: [...tellWho(subject, project, whose), ...tellUntested(subject, project)],
  }
}

/** Plans the resource of records that belong to a team, in an application with the teams kit. */
function planForTeams(subject: Subject, project: Project, owner: Owner): Plan {
  const { names } = subject
  const { pages, access } = project
  const hasTeams = teamFiles.every((path) => project.read(path) !== undefined)
  const isServed = owner.names.model === 'Team' && hasTeams
  if (!isServed || pages === undefined || access === 'everybody' || isTokenAccess(access)) {
    throw ownedResource(subject, owner)
  }
  assertMakeable(subject, project)
  const own = findOwnColumn(subject.fields)
  const said = wordsOf(names, project)
  const fields = withChoices(toSent(subject, project), subject, project)
  const readOnly = [...(subject.readOnly ?? []), ...toNamedCreator(subject, project)]
  const sent = { ...subject, fields, readOnly, words: said.words }
  const written = [
    { path: toRequestPath(names), text: requestText(sent, 'form', toAsked(subject, project)) },
    { path: `app/controllers/${names.path}.ts`, text: teamControllerText(sent, own) },
    ...pages.resource(sent, 'team').map(toPageFile),
  ]
  const spoken = putWords(written, subject, said, project)
  return {
    files: [
      ...toFactories(subject, project),
      toPolicy(subject, { asksMember: true }),
      ...withParts(spoken.files, pages.library),
      ...toTests(subject, teamTestText(sent)),
    ],
    edits: [addTeamRoutes(sent, access), addTeamPart(sent, said.path), ...spoken.edits],
    notes: tellUntested(subject, project),
  }
}

/** The column of the member who creates a record, whom its page names: the members of a team know each other. */
function toNamedCreator({ fields }: Subject, project: Project): readonly Field[] {
  const own = fields.find(({ name }) => name === findOwnColumn(fields)?.name)
  const title = findTitle(withoutHidden(findModel(userNames, project)?.fields ?? []))
  return own === undefined || title === undefined ? [] : [{ ...own, choice: { title: title.name } }]
}

/** The files that the pages and tests of a team's records use. */
const teamFiles = [
  'app/member.ts',
  'app/team-routes.ts',
  'app/controllers/teams/team-frame.ts',
  'database/factories/team.ts',
  'tests/log-in.ts',
  teamLayout,
]

/**
 * Refuses a resource if other routes begin with its name: their names or paths would clash. If its controller exists,
 * the routes are its own.
 */
function assertRoutesFree({ path, model, file }: Names, project: Project): void {
  if (project.read(`app/controllers/${path}.ts`) !== undefined) return
  const lists = project.list('app').filter((name) => name.endsWith('routes.ts'))
  const taken = lists.find((name) => project.read(`app/${name}`)?.includes(`.name('${path}.`))
  if (taken === undefined) return
  const isThere = project.read(`app/models/${file}.ts`) !== undefined
  const advice = isThere
    ? 'Remove or rename them first.'
    : `Choose another name, such as "My${model}".`
  throw new SetupError(
    'E_MAKE_NAME',
    `Nothing was written: app/${taken} already has routes whose names begin with "${path}.". ${advice}`,
  )
}

/** Refuses a required relation to records with another owner: the factory would create each in its own team. */
function assertMakeable({ fields }: Subject, project: Project): void {
  const own = findOwner(fields)?.names.model
  const isElsewhere = (owner: Owner | undefined): boolean =>
    owner !== undefined && owner.names.model !== own
  const field = fields.find(
    ({ owner, isNullable }) =>
      owner !== undefined &&
      owner.isOwner !== true &&
      !isNullable &&
      isElsewhere(findOwner(findModel(owner.names, project)?.fields)),
  )
  if (field?.owner === undefined) return
  const { relation, names } = field.owner
  throw new SetupError(
    'E_MAKE_COLUMN',
    `Nothing was written: the factory and the tests would make each ${names.label} in a team of its own. Write ${relation}:belongsTo:${names.model}:nullable, or leave --resource out.`,
  )
}

/** Adds what a form offers for columns that refer to other records. It never offers users or teams. */
function withChoices(
  fields: readonly Field[],
  subject: Subject,
  project: Project,
): readonly Field[] {
  if (project.pages === undefined) return fields
  const team = findOwner(subject.fields)
  const whose = findWhose(subject, project)
  return fields.map((field) => {
    const { owner, theirs } = field
    const model = owner && findModel(owner.names, project)
    const isSelf = owner?.names.model === subject.names.model
    const known = model ?? (isSelf ? subject : undefined)
    if (owner === undefined || known === undefined || field.isUnique || isPerson(owner))
      return field
    const theirTeam = findOwner(known.fields)
    const isPrivate = findWhose({ names: owner.names, fields: known.fields }, project) !== undefined
    // A list of all records would show those of other teams or users.
    if (team?.names.model !== theirTeam?.names.model || (team && !theirTeam && isPrivate))
      return field
    const title = findTitle(withoutHidden(known.fields))?.name ?? owner.key
    const binding = theirTeam ? ('team' as const) : theirs && ('user' as const)
    const isListed = theirs === undefined || whose?.steps[0]?.column === field.name
    const self = isSelf ? { self: subject.names.singular } : {}
    const create = findCreate(owner, project)
    return { ...field, choice: { title, binding, isListed, ...self, create } }
  })
}

/** The route of the page that creates a record of this model; `undefined` if the application has none. */
function findCreate({ names }: Owner, project: Project): string | undefined {
  const name = `${names.path}.create`
  const lists = project.list('app').filter((file) => file.endsWith('routes.ts'))
  const isNamed = lists.some((file) => project.read(`app/${file}`)?.includes(`.name('${name}')`))
  return isNamed ? name : undefined
}

/** The columns that a form sends: not the hidden ones, and not the team or user to whom the record belongs. */
export function toSent(subject: Subject, project: Project): readonly Field[] {
  const own = findCreator(subject, project)
  const fields = withoutHidden(withoutOwner(subject.fields)).filter(
    ({ name }) => name !== own?.name,
  )
  return withTheirs(fields, subject, project)
}

/** The column of the user who creates a record, which is also the user to whom it belongs, except in a team. */
function findCreator(subject: Subject, project: Project): Whose | undefined {
  if (project.access === 'everybody') return undefined
  if (findOwner(subject.fields) !== undefined) return findOwnColumn(subject.fields)
  return toOwnColumn(findWhose(subject, project))
}

/**
 * The checks of a request's fields that ask the database. A request can look up records with an owner only if its own
 * record has an owner too, because only then do the routes name the owner.
 */
export function toAsked(
  { fields }: Subject,
  project: Project,
  isOfModel = true,
): ReadonlyMap<string, readonly Question[]> {
  const canAsk = ({ names }: Owner): boolean =>
    findOwner(fields) !== undefined || findOwner(findModel(names, project)?.fields) === undefined
  return new Map(
    fields.map(({ name, owner, isUnique, uniqueWithin, kind }) => {
      // A request does not know within what a value is unique. The database does, and its answer is shown at the field.
      const isWithin = uniqueWithin !== undefined
      const questions: readonly Question[] = [
        ...(owner !== undefined && canAsk(owner) ? (['exists'] as const) : []),
        ...(isOfModel && isUnique && !isWithin && kind !== 'json' ? (['unique'] as const) : []),
      ]
      return [name, questions]
    }),
  )
}

/** Who sends the request: the form of a page, or a program. */
export function toSender({ pages }: Project): Sender {
  return pages === undefined ? 'program' : 'form'
}

/** Returns no file if the tests could not create a record. */
function toTests(subject: Subject, text: string | undefined): readonly NewFile[] {
  if (text === undefined || !isMakeable(subject)) return []
  return [{ path: `tests/${subject.names.path}.test.ts`, text }]
}

/** Tells who may see and change a record. */
function tellWho(
  { names }: Subject,
  { access }: Project,
  whose: Whose | undefined,
): readonly string[] {
  if (whose === undefined) {
    if (access === 'everybody') return []
    return [
      `Every user may see, change and delete all ${names.labels}. To decide who may: tenon make policy ${names.model}`,
    ]
  }
  const record = withArticle(names.label)
  const policy = `${toPolicyPath(names)} says so.`
  if (whose.steps.length > 0) {
    return [
      `${capitalize(record)} belongs to ${tellWhose(whose)}, who alone may see and change it: ${policy}`,
    ]
  }
  return [
    `Only the user who creates ${record} may see and change it: ${policy}`,
    ...(whose.isNullable
      ? [
          `If ${whose.name} is null, nobody may. Change the policy if all users share these ${names.labels}.`,
        ]
      : []),
  ]
}

function tellUntested(subject: Subject, project: Project): readonly string[] {
  const missing = findMissing(project)
  const { labels, model } = subject.names
  if (missing.length > 0) {
    return [
      `No tests of ${labels} were written: they log in with ${missing.join(' and ')}. Write what the guide on testing shows, then run "tenon destroy resource ${model}" and "tenon make resource ${model}".`,
    ]
  }
  if (isMakeable(subject)) return []
  return [
    `No tests of ${labels} were written: a file that their disk accepts cannot be made. Their factory says which.`,
  ]
}

function toTest(subject: Subject, project: Project, whose: Whose | undefined): string | undefined {
  const { pages, access } = project
  if (findMissing(project).length > 0) return undefined
  const visitor = access === 'everybody' ? 'guest' : 'user'
  const toText = pages === undefined ? jsonTestText : pageTestText
  return toText(subject, { visitor, whose })
}

/** The files that tests need to log in, as far as they can be written. Leaves out existing files that differ. */
function toLogIn(factories: readonly NewFile[], project: Project): readonly NewFile[] {
  if (!hasUsers(project)) return []
  const made = new Set(factories.map(({ path }) => path))
  const users = toFactories(readWhole(userNames, project), project)
  const logIn = canIssueTokens(project) ? [{ path: logInPath, text: tokenLogInText }] : []
  return [...logIn, ...users]
    .filter(({ path, text }) => !made.has(path) && (project.read(path) ?? text) === text)
    .map((file) => ({ ...file, isShared: true }))
}

/** Whether routes need a login of the model `User`, whose factory can be written. */
function hasUsers(project: Project): boolean {
  return project.access !== 'everybody' && findModel(userNames, project) !== undefined
}

function canIssueTokens(project: Project): boolean {
  return isTokenAccess(project.access) && hasUsers(project)
}

const userNames = toNames('User')
const logInPath = 'tests/log-in.ts'

/** The files that tests need to log in, and that are neither there nor written; empty if the routes need no login. */
function findMissing(project: Project): readonly string[] {
  if (project.access === 'everybody' || canIssueTokens(project)) return []
  const files = hasUsers(project) ? [logInPath] : [logInPath, toFactoryPath(userNames)]
  return files.filter((path) => project.read(path) === undefined)
}

function toRoutes(
  subject: Subject,
  { pages, access }: Project,
  whose: Whose | undefined,
): ResourceRoutes {
  const asksPolicy = whose !== undefined
  return pages === undefined
    ? jsonRoutes(subject, access, asksPolicy)
    : pageRoutes(subject, access, asksPolicy)
}

function toPolicy(subject: Subject, options: PolicyOwner): NewFile {
  return { path: toPolicyPath(subject.names), text: policyText(subject, options) }
}

function toPolicyPath({ file }: Names): string {
  return `app/policies/${file}-policy.ts`
}

export function toRequestPath({ file }: Names): string {
  return `app/requests/${file}-request.ts`
}

export function toPageFile({ path, text }: PageText): NewFile {
  return { path: `resources/${path}`, text }
}

function ownedResource({ names }: Subject, { names: owner }: Owner): SetupError {
  return new SetupError(
    'E_MAKE_COLUMN',
    `Nothing was written: --resource has pages for records that belong to a Team of the teams kit, and these belong to a ${owner.label}. Leave it out, and nest the routes below /${owner.path}/{${owner.singular}}: handler({ ${owner.singular}: ${owner.model}, ${names.singular}: ${names.model} }).`,
  )
}
