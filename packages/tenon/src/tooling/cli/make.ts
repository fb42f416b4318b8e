import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nothingToDo } from '../../application/commands/make-migration.ts'
import { exitCode, type Command, type CommandCall } from '../../base/console/command.ts'
import { toUnknown } from '../../base/console/nearest.ts'
import { toShellWord } from '../../base/support/values/shell-word.ts'
import { toMigrationName } from '../../data/migrations/difference/make-migration.ts'
import { applyPlan, undoPlan } from '../../scaffolding/generators/apply-plan.ts'
import { toColumnWords } from '../../scaffolding/generators/column-words.ts'
import { planExpansion } from '../../scaffolding/generators/expansion/expansion.ts'
import { readModel } from '../../scaffolding/generators/model-source.ts'
import type { Plan } from '../../scaffolding/generators/plan.ts'
import { openProject, type Project } from '../../scaffolding/generators/project.ts'
import { generators, type GeneratorInput } from '../../scaffolding/generators/generators.ts'
import { toExistingNames } from '../../scaffolding/templates/names.ts'
import { runCheck } from './delegate.ts'
import { findMain } from './main-file.ts'
import { toMakeDetails } from './make-help.ts'
import type { CommandLine } from './command-line.ts'

export const generatorNames: readonly string[] = Object.keys(generators)

/** What each word makes, for `--help`. */
const made: Readonly<Record<string, string>> = {
  model: 'app/models, and a migration that creates its table',
  resource: 'what serves a model: factory, request, controller, routes, pages and test',
  controller: 'app/controllers, with empty handlers',
  request: 'app/requests: what a form of a model may send',
  page: 'a page component in resources/pages',
  policy: 'app/policies: who may do what with a model',
  mail: 'a mail component in resources/mails',
  migration: 'database/migrations; create_… and add_…_to_… take columns',
  seeder: 'database/seeders',
  factory: 'database/factories: records for tests',
  test: 'tests',
  task: 'app/tasks: what runs at its time',
  job: 'app/jobs, and a test',
  channel: 'app/channels: messages to open pages, and who is there',
  command: 'app/commands: a command of the application',
  language: 'app/languages.ts, and a text to translate in each message',
}

const resource = {
  type: 'boolean',
  summary: 'With a model: also what "make resource" writes',
} as const

const expand = {
  type: 'boolean',
  summary: 'With a migration: changes a column in steps that the running version survives',
} as const

export const make: Command<CommandLine> = {
  name: 'make',
  summary: 'Write a model, a job, a mail and what else an application is made of',
  words: '<what> <Name> [column:type…]',
  options: { resource, expand },
  details: toMakeDetails(made),
  async run({ root }, call) {
    const project = openProject(root)
    if (call.has('expand')) return makeExpansion(call, project)
    const migrations = listMigrations(project)
    const plan = planOf(call, project, (slug) => toMigrationName(slug, new Date(), migrations))
    if (plan === undefined) return exitCode.usage
    applyPlan(plan, project, call.print)
    return exitCode.ok
  },
}

export const destroy: Command<CommandLine> = {
  name: 'destroy',
  summary: 'Remove what "make" wrote, except files that were changed since',
  words: '<what> <Name>',
  options: { resource },
  async run({ root }, call) {
    const project = openProject(root)
    const migrations = listMigrations(project)
    const plan = planOf(call, project, (slug) => findMigration(slug, migrations))
    if (plan === undefined) return exitCode.usage
    const again = toRepetition(call, project)
    undoPlan(plan, project, call.print)
    if (again !== undefined && !hasModel(call, project)) {
      call.print(`To get them back: ${again}`)
    }
    return exitCode.ok
  },
}

/** Changes the model, makes the migrations, and prints the steps in their order. */
async function makeExpansion(
  { words: [kind, ...words], print, fail }: CommandCall,
  project: Project,
): Promise<number> {
  if (kind !== 'migration') {
    fail(
      '--expand belongs to a migration: tenon make migration --expand rename tickets.title subject',
    )
    return exitCode.usage
  }
  const { path, text, name, steps } = planExpansion(words, project)
  // Check first: `--drop` below does not ask, and would drop anything else that was renamed in the models.
  const matching = await runCheck(project.root, ['schema:check'])
  if (matching.code !== exitCode.ok) {
    print(matching.printed)
    return matching.code
  }
  writeFileSync(join(project.root, path), text)
  print(`Changed ${path}`)
  const printSteps = (): void => {
    print(`${steps.length} steps are left:`)
    for (const [i, step] of steps.entries()) print(`${i + 1}. ${step}`)
  }
  const failure = await findLoadFailure(project.root)
  if (failure !== undefined) {
    fail(
      `No migration was made, because the application does not load with the changed ${path}: ${failure}\nCorrect that place, run "node main.ts make:migration --drop ${name}", and continue with the steps:`,
    )
    printSteps()
    return exitCode.failed
  }
  const { code, printed } = await runCheck(project.root, ['make:migration', '--drop', '--', name])
  if (printed !== '') {
    print(printed === nothingToDo ? 'This version needs no migration.' : printed)
  }
  if (code !== exitCode.ok) {
    fail(
      `No migration was made. Correct ${path}, then run: node main.ts make:migration --drop ${name}`,
    )
    return code
  }
  printSteps()
  return exitCode.ok
}

/** Why the application does not load, with the place. For example, a view names its columns while it loads. */
async function findLoadFailure(root: string): Promise<string | undefined> {
  const { loadApplication } = await import('../development/load-application.ts')
  const { toFailure } = await import('../failures/failure.ts')
  try {
    await loadApplication(findMain(root), (file) => import(pathToFileURL(file).href))
    return undefined
  } catch (error) {
    return toFailure(error, root)
  }
}

function planOf(
  { words, has, fail }: CommandCall,
  project: Project,
  nameMigration: (slug: string) => string,
): Plan | undefined {
  const [kind, name, ...columns] = words
  if (kind === undefined || name === undefined) {
    fail(
      'Name what you mean and how it is called, such as: tenon make model Post title:text. Run "tenon make --help" for the list.',
    )
    return undefined
  }
  const plan = Object.hasOwn(generators, kind) ? generators[kind] : undefined
  if (plan === undefined) {
    fail(toUnknown('generator', kind, generatorNames, 'tenon make --help'))
    return undefined
  }
  const [column] = columns
  if (column !== undefined && !withColumns.has(kind)) {
    const both = `, or write its model too: tenon make model ${name} ${columns.join(' ')} --resource`
    const hint = kind === 'resource' ? both : '.'
    fail(`A ${kind} has a name and no columns: leave "${column}" out${hint}`)
    return undefined
  }
  const input: GeneratorInput = {
    project,
    name,
    columns,
    isResource: has('resource'),
    migrationPath: (slug) => `${migrationsFolder}/${nameMigration(slug)}.ts`,
  }
  return plan(input)
}

const withColumns: ReadonlySet<string> = new Set(['model', 'request', 'migration'])

const migrationsFolder = 'database/migrations'

function listMigrations(project: Project): readonly string[] {
  return project.list(migrationsFolder).map((file) => file.replace(/\.ts$/, ''))
}

/** The newest migration with this slug, or the slug if there is none, which no file matches. */
function findMigration(slug: string, migrations: readonly string[]): string {
  const found = migrations.filter((name) => name.replace(/^[\d_]+/, '') === slug)
  return found.toSorted().at(-1) ?? slug
}

/** The command that would make the model again; `undefined` if the model cannot be read. */
function toRepetition({ words, has }: CommandCall, project: Project): string | undefined {
  const [kind, name = ''] = words
  if (kind !== 'model') return undefined
  const model = readModel(project.read(toModelPath(name)) ?? '')
  if (model === undefined) return undefined
  const option = has('resource') ? ['--resource'] : []
  const columns = toColumnWords(model.fields).map(toShellWord)
  return ['tenon make model', name, ...columns, ...option].join(' ')
}

function hasModel({ words: [, name = ''] }: CommandCall, project: Project): boolean {
  return project.read(toModelPath(name)) !== undefined
}

function toModelPath(name: string): string {
  return `app/models/${toExistingNames(name).file}.ts`
}
