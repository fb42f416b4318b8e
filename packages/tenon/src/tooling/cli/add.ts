import { exitCode, type Command } from '../../base/console/command.ts'
import { toUnknown } from '../../base/console/nearest.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toMigrationName } from '../../data/migrations/difference/make-migration.ts'
import * as accounts from '../../scaffolding/generators/kits/accounts-kit.ts'
import { addKit } from '../../scaffolding/generators/kits/add-kit.ts'
import { readKit } from '../../scaffolding/generators/kits/kit-files.ts'
import { readParts } from '../../scaffolding/generators/kits/parts.ts'
import * as teams from '../../scaffolding/generators/kits/teams-kit.ts'
import type { Plan } from '../../scaffolding/generators/plan.ts'
import { openProject, type Project } from '../../scaffolding/generators/project.ts'
import { reactPages } from '../../scaffolding/templates/react/react-pages.ts'
import type { CommandLine } from './command-line.ts'

/** The kits that can be added to an application. */
export const additionNames = ['accounts', 'teams', 'parts'] as const

export const add: Command<CommandLine> = {
  name: 'add',
  summary: 'Add accounts, teams, or parts for pages such as tables and dialogs',
  words: additionNames.join('|'),
  async run({ root }, { words: [kit = ''], print, fail }) {
    const name = additionNames.find((known) => known === kit)
    if (name === undefined) {
      const unnamed = `Name what to add: tenon add ${additionNames.join('|')}`
      fail(kit === '' ? unnamed : toUnknown('kit', kit, additionNames, 'tenon add'))
      return exitCode.usage
    }
    const project = openProject(root)
    const { plan, steps } = additions[name](project)
    addKit(plan, project, print)
    print(`\nThen:\n${steps.map((step) => `- ${step}`).join('\n')}`)
    return exitCode.ok
  },
}

interface Addition {
  readonly plan: Plan
  readonly steps: readonly string[]
}

type AdditionName = (typeof additionNames)[number]

const additions: Readonly<Record<AdditionName, (project: Project) => Addition>> = {
  accounts: (project) => {
    const migration = findMigration('create_users', project)
    if (project.list('resources').length === 0) {
      return {
        plan: accounts.planTokenAccounts(readKit('accounts-api'), project, migration),
        steps: accounts.tokenSteps,
      }
    }
    assertReact('accounts', project)
    return {
      plan: accounts.planAccounts(readKit('accounts'), project, migration),
      steps: accounts.nextSteps,
    }
  },
  teams: (project) => {
    assertReact('teams', project)
    if (!teams.hasAccounts(project)) throw withoutAccounts()
    const files = readKit('teams')
    const missing = teams.findMissing(files, project)
    if (missing !== undefined) throw withOlderAccounts(missing)
    return {
      plan: teams.planTeams(files, project, findMigration('create_teams', project)),
      steps: teams.nextSteps,
    }
  },
  parts: ({ pages }) => {
    if (pages === undefined) throw withoutPages()
    return {
      plan: { files: readParts(pages.library), edits: [] },
      steps: ['Import what you need in pages, from resources/components/parts'],
    }
  },
}

/** The migration of a kit: the existing one, or the name of a new one after all others. */
function findMigration(title: string, project: Project): string {
  const folder = 'database/migrations'
  const names = project.list(folder).map((file) => file.replace(/\.ts$/, ''))
  const existing = names.find((name) => name.endsWith(`_${title}`))
  return `${folder}/${existing ?? toMigrationName(title, new Date(), names)}.ts`
}

function assertReact(kit: AdditionName, { pages }: Project): void {
  if (pages === reactPages) return
  throw new SetupError(
    'E_ADD_PAGES',
    `Nothing was written: the pages of ${kit} are in React, and package.json does not list @inertiajs/react. For pages in Vue or Svelte, copy the rest: guide "Accounts, ready to use", section "Vue and Svelte".`,
  )
}

function withoutPages(): SetupError {
  return new SetupError(
    'E_ADD_PAGES',
    'Nothing was written: parts are for pages, and package.json does not list @inertiajs/react, @inertiajs/vue3 or @inertiajs/svelte.',
  )
}

function withoutAccounts(): SetupError {
  return new SetupError(
    'E_ADD_ACCOUNTS',
    'Nothing was written: teams consist of users, and there is no app/account-routes.ts. Run "tenon add accounts" first.',
  )
}

function withOlderAccounts(missing: string): SetupError {
  return new SetupError(
    'E_ADD_ACCOUNTS',
    `Nothing was written. Run "tenon add accounts" first: teams need ${missing}, which your accounts do not have.`,
  )
}
