import {
  jsonControllerText,
  jsonRoutes,
  pageControllerText,
  pageRoutes,
  plainControllerText,
  type OwnColumn,
  type ResourceRoutes,
} from '../templates/controller-templates.ts'
import { withoutOwner, type Field, type Owner, type Subject } from '../templates/field.ts'
import {
  diskImport,
  disksFile,
  diskText,
  filesOf,
  toDisk,
  toDiskName,
} from '../templates/file-templates.ts'
import {
  addColumnsText,
  createTableText,
  emptyMigrationText,
  factoryText,
  modelText,
  toRequiredOwners,
} from '../templates/model-templates.ts'
import {
  toCommandName,
  toExistingNames,
  toNames,
  toPascal,
  toWords,
  type Names,
} from '../templates/names.ts'
import type { PageText } from '../templates/page-files.ts'
import { policyText } from '../templates/policy-template.ts'
import { requestText, type Sender } from '../templates/request-template.ts'
import { teamControllerText } from '../templates/team/team-controller.ts'
import { teamTestText } from '../templates/team/team-test.ts'
import { jsonTestText, pageTestText } from '../templates/resource-test-template.ts'
import {
  channelText,
  commandText,
  jobTestText,
  jobText,
  seederText,
  taskText,
  testText,
} from '../templates/single-templates.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { addDisk, addRoutes, enableMail, listInMain, listModel } from './application-edits.ts'
import { parseColumns } from './column-words.ts'
import { withParts } from './kits/parts.ts'
import { planLanguage } from './language-edits.ts'
import { readModel, readTypes, type ModelSource } from './model-source.ts'
import type { NewFile, Plan } from './plan.ts'
import type { Project } from './project.ts'
import { addTeamPart, addTeamRoutes, teamLayout } from './team-edits.ts'

/** What to make or destroy. */
export interface GeneratorInput {
  readonly project: Project
  /** The name as it was typed. */
  readonly name: string
  /** `title:text`, see `parseColumns`. */
  readonly columns: readonly string[]
  /** Whether to make everything that serves the model as well. */
  readonly isResource: boolean
  /** The path of the migration that does `slug`: an existing one, or a new one. */
  readonly migrationPath: (slug: string) => string
}

/** Plans the files and edits of one kind. */
export type Generator = (input: GeneratorInput) => Plan

/** What `tenon make` can make, by name. */
export const generators: Readonly<Record<string, Generator>> = {
  model: (input) => {
    const subject = toSubject(input)
    assertOwned(subject, input.project)
    const files = [
      { path: `app/models/${subject.names.file}.ts`, text: modelText(subject) },
      toMigration(input, subject),
    ]
    const notes = askForOwner(subject, input.project)
    const plan = withDisk({ files, edits: [listModel(subject.names)], notes }, subject, input)
    if (!input.isResource) return plan
    assertRoutesFree(subject.names, input.project)
    const owner = findOwner(subject.fields)
    if (owner === undefined) return withResource(plan, input.project, subject)
    return withTeamResource(plan, input.project, subject, owner)
  },
  controller: ({ name }) =>
    toPlan(`app/controllers/${toWords(name).join('-')}.ts`, plainControllerText()),
  request: (input) => {
    const subject = toSubject(input)
    const sent = { ...subject, fields: withoutOwner(subject.fields) }
    const isOfModel = findModel(subject.names, input.project) !== undefined
    const asked = toAsked(subject, input.project, isOfModel)
    return toPlan(toRequestPath(subject.names), requestText(sent, toSender(input.project), asked))
  },
  page: ({ name, project }) => {
    if (project.pages === undefined) throw withoutPages()
    return {
      files: [toPageFile(project.pages.single(toPageName(name), project.layout))],
      edits: [],
    }
  },
  policy: ({ name, project }) => {
    const names = toExistingNames(name)
    if (project.read('app/auth.ts') === undefined) throw withoutAccounts()
    const asksMember = project.read('app/member.ts') !== undefined
    const subject = readSubject(names, project)
    return toPlan(`app/policies/${names.file}-policy.ts`, policyText(subject, asksMember))
  },
  mail: ({ name, project }) => {
    if (project.pages === undefined) throw withoutPages()
    const file = toPageFile(project.pages.mail(toPageName(name)))
    return { files: [file], edits: [enableMail(file.path, project)] }
  },
  migration: (input) => {
    const slug = toWords(input.name).join('_')
    return toPlan(input.migrationPath(slug), migrationText(slug, input))
  },
  seeder: ({ name }) => toPlan(`database/seeders/${toWords(name).join('-')}.ts`, seederText),
  factory: ({ name, project }) => ({
    files: toFactories(readSubject(toExistingNames(name), project), project),
    edits: [],
  }),
  test: ({ name }) => {
    const words = toWords(name)
    return toPlan(`tests/${words.join('-')}.test.ts`, testText(words))
  },
  task: ({ name, project }) => {
    const words = toWords(name)
    const { variable, edit } = listInMain('task', words, project)
    return { ...toPlan(edit.serves, taskText(variable, words)), edits: [edit] }
  },
  job: ({ name, project }) => {
    const words = toWords(name)
    const { variable, edit } = listInMain('job', words, project)
    return {
      files: [
        { path: edit.serves, text: jobText(variable, words) },
        { path: `tests/${words.join('-')}.test.ts`, text: jobTestText(variable, words) },
      ],
      edits: [edit],
    }
  },
  channel: ({ name, project }) => {
    const names = toExistingNames(name)
    const isModel = project.read(`app/models/${names.file}.ts`) !== undefined
    const hasUsers = project.read('app/auth.ts') !== undefined
    return toPlan(
      `app/channels/${names.file}-channel.ts`,
      channelText(names, { isModel, hasUsers }),
    )
  },
  language: ({ name, project }) => planLanguage(name, project),
  command: ({ name, project }) => {
    const { variable, edit } = listInMain('command', toWords(name), project)
    return {
      ...toPlan(edit.serves, commandText(variable, toCommandName(name))),
      edits: [edit],
    }
  },
}

function toPlan(path: string, text: string): Plan {
  return { files: [{ path, text }], edits: [] }
}

/** The disk of a model with files, in a file of its own or the one that is there. */
function withDisk(plan: Plan, { names, fields }: Subject, { project }: GeneratorInput): Plan {
  const isMade = (field: Field) => toDisk(field, names).name === toDiskName(names)
  if (!filesOf(fields).some(isMade)) return plan
  const file = { path: disksFile, text: diskImport + diskText(names), isShared: true }
  const disks = project.read(file.path)
  if (disks === undefined || disks === file.text) {
    return { ...plan, files: [...plan.files, file] }
  }
  return { ...plan, edits: [...plan.edits, addDisk(names)] }
}

/** The named model, with the given columns or those of the existing model. */
function toSubject({ name, columns, project }: GeneratorInput): Subject {
  const exists = project.read(`app/models/${toExistingNames(name).file}.ts`) !== undefined
  const names = exists ? toExistingNames(name) : toNames(name)
  if (columns.length > 0) return { names, fields: parseColumns(columns, project, names) }
  const { fields = [], others = [] } = findModel(names, project) ?? {}
  return { names, fields, others }
}

function readSubject(names: Names, project: Project): Subject {
  const model = findModel(names, project)
  if (model !== undefined) return { names, fields: model.fields, others: model.others }
  throw new SetupError(
    'E_MAKE_MODEL',
    `Unknown model ${names.model}: app/models/${names.file}.ts does not define it. Run "tenon make model ${names.model}" first.`,
  )
}

function findModel({ file }: Names, project: Project): ModelSource | undefined {
  const model = readModel(project.read(`app/models/${file}.ts`) ?? '')
  return model && { ...model, fields: model.fields.map((field) => withTypes(field, project)) }
}

/** What the disk of a file accepts stands where it is declared. */
function withTypes(field: Field, project: Project): Field {
  const { disk } = field
  if (disk === undefined) return field
  const types = readTypes(project.read(disk.path) ?? '', disk.name)
  return types === undefined ? field : { ...field, disk: { ...disk, types } }
}

function toMigration(
  { migrationPath }: GeneratorInput,
  { names: { table }, fields }: Subject,
): NewFile {
  return { path: migrationPath(`create_${table}`), text: createTableText(table, fields) }
}

/** The name of a migration describes what it does: `create_posts`, `add_slug_to_posts`. */
function migrationText(slug: string, { columns, project }: GeneratorInput): string {
  const fields = parseColumns(columns, project)
  const created = /^create_(\w+)$/.exec(slug)?.[1]
  if (created !== undefined) return createTableText(created, fields)
  const extended = /^add_\w+_to_(\w+)$/.exec(slug)?.[1]
  if (extended !== undefined && fields.length > 0) return addColumnsText(extended, fields)
  return emptyMigrationText
}

function withResource(plan: Plan, project: Project, subject: Subject): Plan {
  const { names } = subject
  const { pages } = project
  const own = findOwnColumn(subject, project)
  const sent = { ...subject, fields: subject.fields.filter(({ name }) => name !== own?.name) }
  const controller =
    pages === undefined
      ? jsonControllerText(sent, own)
      : pageControllerText(sent, project.layout, own)
  const test = toTest(sent, project)
  const components =
    pages === undefined
      ? []
      : withParts(pages.resource(sent, project.layout).map(toPageFile), pages.library)
  return {
    ...plan,
    files: [
      ...plan.files,
      ...toFactories(subject, project),
      {
        path: toRequestPath(names),
        text: requestText(sent, toSender(project), toAsked(subject, project)),
      },
      { path: `app/controllers/${names.path}.ts`, text: controller },
      ...components,
      ...(test === undefined ? [] : [{ path: `tests/${names.path}.test.ts`, text: test }]),
    ],
    edits: [...plan.edits, addRoutes(names, toRoutes(sent, project))],
  }
}

/** What serves the records of a team, in an application with the teams kit. */
function withTeamResource(plan: Plan, project: Project, subject: Subject, owner: Owner): Plan {
  const { names } = subject
  const { pages, access } = project
  const hasTeams = teamFiles.every((path) => project.read(path) !== undefined)
  if (owner.names.model !== 'Team' || !hasTeams || pages === undefined || access === 'everybody') {
    throw ownedResource(subject, owner)
  }
  assertMakeable(subject, project)
  const own = findOwnColumn(subject, project)
  const fields = withoutOwner(subject.fields).filter(({ name }) => name !== own?.name)
  const sent = { ...subject, fields }
  return {
    ...plan,
    files: [
      ...plan.files,
      ...toFactories(subject, project),
      { path: `app/policies/${names.file}-policy.ts`, text: policyText(subject, true) },
      { path: toRequestPath(names), text: requestText(sent, 'form', toAsked(subject, project)) },
      { path: `app/controllers/${names.path}.ts`, text: teamControllerText(sent, own) },
      ...withParts(pages.resource(sent, 'team').map(toPageFile), pages.library),
      { path: `tests/${names.path}.test.ts`, text: teamTestText(sent) },
    ],
    edits: [...plan.edits, addTeamRoutes(sent, access), addTeamPart(names)],
  }
}

/** What the pages and tests of a team's records use. */
const teamFiles = [
  'app/member.ts',
  'app/team-routes.ts',
  'app/controllers/teams/team-frame.ts',
  'database/factories/team.ts',
  'tests/log-in.ts',
  teamLayout,
]

/** Routes whose names begin alike would take each other's names or paths. A controller of its own is made already. */
function assertRoutesFree({ path, model }: Names, project: Project): void {
  if (project.read(`app/controllers/${path}.ts`) !== undefined) return
  const lists = project.list('app').filter((name) => name.endsWith('routes.ts'))
  const taken = lists.find((name) => project.read(`app/${name}`)?.includes(`.name('${path}.`))
  if (taken === undefined) return
  throw new SetupError(
    'E_MAKE_NAME',
    `Nothing was written: app/${taken} already has routes whose names begin with "${path}.". Choose another name, such as "My${model}".`,
  )
}

/** An application does not start whose model belongs to records with an owner, and does not say that it has the same. */
function assertOwned({ fields }: Subject, project: Project): void {
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

function findOwner(fields: readonly Field[] = []): Owner | undefined {
  return fields.find(({ owner }) => owner?.isOwner)?.owner
}

/** A factory would make such a record in another team than its own. */
function assertMakeable({ fields }: Subject, project: Project): void {
  const field = fields.find(
    ({ owner, isNullable }) =>
      owner !== undefined &&
      owner.isOwner !== true &&
      !isNullable &&
      findOwner(findModel(owner.names, project)?.fields) !== undefined,
  )
  if (field?.owner === undefined) return
  const { relation, names } = field.owner
  throw new SetupError(
    'E_MAKE_COLUMN',
    `Nothing was written: the factory and the tests would make each ${names.label} in a team of its own. Write ${relation}:belongsTo:${names.model}:nullable, or leave --resource out.`,
  )
}

/** `user:belongsTo` behind a login: the user who creates a record, whom the form does not choose. */
function findOwnColumn({ fields }: Subject, { access }: Project): OwnColumn | undefined {
  const column = fields.find(
    ({ name, owner }) => name === 'user_id' && owner?.names.model === 'User',
  )
  if (access === 'everybody' || column?.owner === undefined) return undefined
  return { name: column.name, key: column.owner.key }
}

/**
 * The fields that a request asks the database about. Records with an owner can only be asked about if this record has one
 * as well, because its routes say whose they are.
 */
function toAsked({ fields }: Subject, project: Project, isOfModel = true): ReadonlySet<string> {
  const asked = fields.filter(({ owner, isUnique, kind }) =>
    owner === undefined
      ? isOfModel && isUnique && kind !== 'json'
      : findOwner(fields) !== undefined ||
        findOwner(findModel(owner.names, project)?.fields) === undefined,
  )
  return new Set(asked.map(({ name }) => name))
}

/** Who sends the request: the form of a page, or a program. */
function toSender({ pages }: Project): Sender {
  return pages === undefined ? 'program' : 'form'
}

/** None for routes behind a login if the application has nothing that logs a test in. */
function toTest(subject: Subject, project: Project): string | undefined {
  const { pages, access } = project
  if (access === 'everybody') return pages ? pageTestText(subject, 'guest') : jsonTestText(subject)
  return pages && project.read('tests/log-in.ts') ? pageTestText(subject, 'user') : undefined
}

function toRoutes(subject: Subject, { pages, access }: Project): ResourceRoutes {
  return pages === undefined ? jsonRoutes(subject, access) : pageRoutes(subject, access)
}

/** In an application with teams, most records belong to one: without an owner, every query sees them all. */
function askForOwner({ names, fields }: Subject, project: Project): readonly string[] {
  const hasTeams = project.read('app/member.ts') !== undefined
  const team = hasTeams ? findModel(toExistingNames('Team'), project) : undefined
  if (team === undefined || withoutOwner(fields).length < fields.length) return []
  return [
    `Whose are ${names.table}? As it is, nobody's: every query sees all of them. If they belong to a team, run "tenon destroy model ${names.model}", and make it again with the column team:owner.`,
  ]
}

/** The factory of a model, and those of its owners, which other factories and tests may use as well. */
function toFactories(subject: Subject, project: Project): readonly NewFile[] {
  const files = new Map<string, NewFile>()
  const add = (given: Subject): void => {
    const each = withoutCircles(given, project)
    const path = toFactoryPath(each.names)
    const text = factoryText(each)
    const isShared = given !== subject
    const known = project.read(path)
    if (files.has(path) || (isShared && known !== undefined && known !== text)) return
    files.set(path, { path, text, isShared })
    for (const { names } of toRequiredOwners(each)) {
      const isThere = project.read(toFactoryPath(names)) !== undefined
      if (!isThere || findModel(names, project) !== undefined) add(readSubject(names, project))
    }
  }
  add(subject)
  return [...files.values()]
}

/** Marks the owners whose factories would need that of this model, and so never end. */
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
    if (owner === undefined || !leadsBack(owner, new Set())) return column
    return { ...column, owner: { ...owner, isCircular: true } }
  }
  return { names, fields: fields.map(mark), others: others.map(mark) }
}

function toFactoryPath({ file }: Names): string {
  return `database/factories/${file}.ts`
}

function toRequestPath({ file }: Names): string {
  return `app/requests/${file}-request.ts`
}

function toPageFile({ path, text }: PageText): NewFile {
  return { path: `resources/${path}`, text }
}

/** `posts/show` → `Posts/Show` */
function toPageName(name: string): string {
  return name
    .split('/')
    .map((part) => toPascal(toWords(part)))
    .join('/')
}

function ownedResource({ names }: Subject, { names: owner }: Owner): SetupError {
  return new SetupError(
    'E_MAKE_COLUMN',
    `Nothing was written: --resource has pages for records that belong to a Team of the teams kit, and these belong to a ${owner.label}. Leave it out, and nest the routes below /${owner.path}/{${owner.singular}}: handler({ ${owner.singular}: ${owner.model}, ${names.singular}: ${names.model} }).`,
  )
}

function withoutPages(): SetupError {
  return new SetupError(
    'E_MAKE_PAGE',
    'This application has no pages: there is no folder "resources", or package.json does not list @inertiajs/react, @inertiajs/vue3 or @inertiajs/svelte.',
  )
}

function withoutAccounts(): SetupError {
  return new SetupError(
    'E_MAKE_AUTH',
    'A policy judges users, but there is no app/auth.ts. Write it first: export const auth = accounts(User, { … }).',
  )
}
