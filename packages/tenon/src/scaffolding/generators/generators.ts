import { plainControllerText } from '../templates/controller-templates.ts'
import { withoutOwner, type Field, type Subject } from '../templates/field.ts'
import {
  diskImport,
  disksFile,
  diskText,
  filesOf,
  toDiskName,
} from '../templates/file-templates.ts'
import {
  addColumnsText,
  createPairsText,
  createTableText,
  emptyMigrationText,
  findPair,
  modelText,
} from '../templates/model-templates.ts'
import {
  toCommandName,
  toExistingNames,
  toNames,
  toPascal,
  toWords,
  type Names,
} from '../templates/names.ts'
import { policyText } from '../templates/policy-template.ts'
import { requestText } from '../templates/request-template.ts'
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
import { addDisk, enableMail, listInMain, listModel } from './application-edits.ts'
import { tellCascades } from './cascades/cascades.ts'
import { parseColumns } from './column-words.ts'
import { planLanguage } from './language-edits.ts'
import { findModel, readSubject, readWhole } from './model-source.ts'
import type { NewFile, Plan } from './plan.ts'
import { findMailLayout, type Project } from './project.ts'
import {
  planExisting,
  planResource,
  toAsked,
  toPageFile,
  toRequestPath,
  toSent,
  toSender,
} from './resource.ts'
import { toFactories } from './factories/factories.ts'
import { assertOwned } from './whose/assert-whose.ts'
import { findWhose, withinTheirs } from './whose/find-whose.ts'
import { ownWords, wordsOf } from './words/words-file.ts'

/** What to make or destroy. */
export interface GeneratorInput {
  readonly project: Project
  /** The name as it was typed. */
  readonly name: string
  /** `title:text`, see `parseColumns`. */
  readonly columns: readonly string[]
  /** Whether to make the whole resource: also the factory, request, controller, routes, pages and tests. */
  readonly isResource: boolean
  /** Returns the path of the migration with this slug: the existing one, or a new one. */
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
      { path: toModelPath(subject.names.file), text: modelText(subject) },
      toMigration(input, subject),
    ]
    const notes = askForOwner(subject, input)
    const plan = withDisk({ files, edits: [listModel(subject.names)], notes }, subject, input)
    if (!input.isResource) {
      const told = tellCascades(subject, input.project)
      return { ...plan, edits: [...plan.edits, ...told.edits], notes: [...notes, ...told.notes] }
    }
    const resource = planResource(subject, input.project)
    return {
      ...plan,
      files: [...plan.files, ...resource.files],
      edits: [...plan.edits, ...resource.edits],
      notes: [...notes, ...(resource.notes ?? [])],
    }
  },
  resource: ({ name, project }) => planExisting(toExistingNames(name), project),
  controller: ({ name }) =>
    toPlan(`app/controllers/${toWords(name).join('-')}.ts`, plainControllerText()),
  request: (input) => {
    const subject = toSubject(input)
    const { words, put } = wordsOf(subject.names, input.project)
    const fields = toSent(subject, input.project)
    const isOfModel = findModel(subject.names, input.project) !== undefined
    if (isOfModel && input.columns.length === 0) readWhole(subject.names, input.project)
    const asked = toAsked(subject, input.project, isOfModel)
    const text = requestText({ ...subject, fields, words }, toSender(input.project), asked)
    return { files: put([{ path: toRequestPath(subject.names), text }]), edits: [] }
  },
  page: ({ name, project }) => {
    if (project.pages === undefined) throw withoutPages()
    const { words, put } = ownWords(project)
    const page = project.pages.single(toPageName(name), project.layout, words)
    return { files: put([toPageFile(page)]), edits: [] }
  },
  policy: ({ name, project }) => {
    const names = toExistingNames(name)
    if (project.read('app/auth.ts') === undefined) throw withoutAccounts()
    const subject = { ...readSubject(names, project), names: withKey(names, project) }
    const asksMember = project.read('app/member.ts') !== undefined
    const text = policyText(subject, { asksMember, whose: findWhose(subject, project) })
    return toPlan(`app/policies/${names.file}-policy.ts`, text)
  },
  mail: ({ name, project }) => {
    if (project.pages === undefined) throw withoutPages()
    const { words, put } = ownWords(project)
    const file = toPageFile(project.pages.mail(toPageName(name), words, findMailLayout(project)))
    return { files: put([file]), edits: [enableMail(file.path, project)] }
  },
  migration: (input) => {
    // A single letter is a word of its own here: `AddXToPosts`.
    const name = input.name.replaceAll(/([A-Z])To(?=[A-Z])/g, '$1 To')
    const slug = toWords(name).join('_')
    return toPlan(input.migrationPath(slug), migrationText(slug, input))
  },
  seeder: ({ name }) => toPlan(`database/seeders/${toWords(name).join('-')}.ts`, seederText),
  factory: ({ name, project }) => ({
    files: toFactories(readWhole(toExistingNames(name), project), project),
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

/** The names of a model whose key may have any name. */
function withKey(names: Names, project: Project): Names {
  const { keyColumn = '' } = findModel(names, project) ?? {}
  return keyColumn === '' ? names : { ...names, key: keyColumn }
}

function toPlan(path: string, text: string): Plan {
  return { files: [{ path, text }], edits: [] }
}

function toModelPath(file: string): string {
  return `app/models/${file}.ts`
}

/** Adds the disk of a model with files: in a new `app/disks.ts`, or in the existing one. */
function withDisk(plan: Plan, { names, fields }: Subject, { project }: GeneratorInput): Plan {
  const made = toDiskName(names)
  const isMade = ({ disk }: Field): boolean => (disk?.name ?? made) === made
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
  if (columns.length > 0) {
    const subject = { names, fields: parseColumns(columns, project, names) }
    return { names, fields: withinTheirs(subject, project) }
  }
  const { fields = [], others = [] } = findModel(names, project) ?? {}
  return { names, fields, others }
}

function toMigration(
  { migrationPath }: GeneratorInput,
  { names: { table, file }, fields }: Subject,
): NewFile {
  return {
    path: migrationPath(`create_${table}`),
    text: createTableText(table, fields),
    serves: toModelPath(file),
  }
}

/**
 * The name of a migration describes what it does: `create_posts`, `add_slug_to_posts`. Throws `E_MAKE_NAME` if there
 * are columns, but the name does not say for which table.
 */
function migrationText(slug: string, { columns, project }: GeneratorInput): string {
  const fields = parseColumns(columns, project)
  const created = /^create_(\w+)$/.exec(slug)?.[1]
  if (created !== undefined) {
    const pair = findPair(created, fields)
    return pair === undefined ? createTableText(created, fields) : createPairsText(created, pair)
  }
  const extended = /^add_\w+_to_(\w+)$/.exec(slug)?.[1]
  if (extended !== undefined && fields.length > 0) return addColumnsText(extended, fields)
  const [field] = fields
  if (field !== undefined) {
    throw new SetupError(
      'E_MAKE_NAME',
      `Nothing was written: the name "${slug}" does not say for which table the columns are. Call it create_… or add_…_to_…, such as add_${field.name}_to_posts.`,
    )
  }
  return emptyMigrationText
}

/** In an application with teams, most records belong to a team. Without an owner, every query sees all of them. */
function askForOwner({ names, fields }: Subject, input: GeneratorInput): readonly string[] {
  const { project, isResource } = input
  const hasTeams = project.read('app/member.ts') !== undefined
  const team = hasTeams ? findModel(toExistingNames('Team'), project) : undefined
  if (team === undefined || withoutOwner(fields).length < fields.length) return []
  const undo = `tenon destroy model ${names.model}${isResource ? ' --resource' : ''}`
  return [
    `Whose are ${names.table}? As it is, nobody's: every query sees all of them. If they belong to a team, run "${undo}", and make it again with the column team:owner.`,
  ]
}

/** `posts/show` → `Posts/Show` */
function toPageName(name: string): string {
  return name
    .split('/')
    .map((part) => toPascal(toWords(part)))
    .join('/')
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
