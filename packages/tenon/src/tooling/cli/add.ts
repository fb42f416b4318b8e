import { exitCode, type Command } from '../../base/console/command.ts'
import { toUnknown } from '../../base/console/nearest.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toMigrationName } from '../../data/migrations/difference/make-migration.ts'
import * as accounts from '../generators/kits/accounts-kit.ts'
import { addKit } from '../generators/kits/add-kit.ts'
import { kitNames, readKit, type KitName } from '../generators/kits/kit-files.ts'
import * as teams from '../generators/kits/teams-kit.ts'
import type { Plan } from '../generators/plan.ts'
import { openProject, type Project } from '../generators/project.ts'
import { reactPages } from '../generators/templates/react/react-pages.ts'
import type { CommandLine } from './command-line.ts'

export const add: Command<CommandLine> = {
  name: 'add',
  summary: 'Add accounts, or teams to accounts: pages, mails, policies and tests',
  words: kitNames.join('|'),
  async run({ root }, { words: [kit = ''], print, fail }) {
    const name = kitNames.find((known) => known === kit)
    if (name === undefined) {
      fail(kit === '' ? 'Name what to add: tenon add accounts' : toUnknown('kit', kit, kitNames))
      return exitCode.usage
    }
    const project = openProject(root)
    if (project.pages !== reactPages) throw withoutReact(name)
    const { plan, steps } = kits[name](project)
    addKit(plan, project, print)
    print(`\nThen:\n${steps.map((step) => `- ${step}`).join('\n')}`)
    return exitCode.ok
  },
}

interface Addition {
  readonly plan: Plan
  readonly steps: readonly string[]
}

const kits: Readonly<Record<KitName, (project: Project) => Addition>> = {
  accounts: (project) => ({
    plan: accounts.planAccounts(
      readKit('accounts'),
      project,
      findMigration('create_users', project),
    ),
    steps: accounts.nextSteps,
  }),
  teams: (project) => {
    if (!teams.hasAccounts(project)) throw withoutAccounts()
    return {
      plan: teams.planTeams(readKit('teams'), project, findMigration('create_teams', project)),
      steps: teams.nextSteps,
    }
  },
}

/** The migration of a kit: the one that exists, or a new one after all others. */
function findMigration(title: string, project: Project): string {
  const folder = 'database/migrations'
  const names = project.list(folder).map((file) => file.replace(/\.ts$/, ''))
  const existing = names.find((name) => name.endsWith(`_${title}`))
  return `${folder}/${existing ?? toMigrationName(title, new Date(), names)}.ts`
}

function withoutReact(kit: KitName): SetupError {
  return new SetupError(
    'E_ADD_PAGES',
    `Nothing was written: the pages of ${kit} are in React, and package.json does not list @inertiajs/react.`,
  )
}

function withoutAccounts(): SetupError {
  return new SetupError(
    'E_ADD_ACCOUNTS',
    'Nothing was written: teams consist of users, and there is no app/account-routes.ts. Run "tenon add accounts" first.',
  )
}
