import { exitCode, type Command } from '../../base/console/command.ts'
import { toUnknown } from '../../base/console/nearest.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toMigrationName } from '../../data/migrations/difference/make-migration.ts'
import { nextSteps, planAccounts } from '../generators/kits/accounts-kit.ts'
import { addKit } from '../generators/kits/add-kit.ts'
import { readAccountsKit } from '../generators/kits/kit-files.ts'
import { openProject, type Project } from '../generators/project.ts'
import { reactPages } from '../generators/templates/react-pages.ts'
import type { Workplace } from './workplace.ts'

export const kits: readonly string[] = ['accounts']

export const add: Command<Workplace> = {
  name: 'add',
  summary: 'Add accounts: pages to register, to log in and to change settings',
  words: 'accounts',
  async run({ root }, { words: [kit = ''], print, fail }) {
    if (!kits.includes(kit)) {
      fail(kit === '' ? 'Name what to add: tenon add accounts' : toUnknown('kit', kit, kits))
      return exitCode.usage
    }
    const project = openProject(root)
    if (project.pages !== reactPages) throw withoutReact()
    addKit(planAccounts(readAccountsKit(), project, findMigration(project)), project, print)
    print(`\nThen:\n${nextSteps.map((step) => `- ${step}`).join('\n')}`)
    return exitCode.ok
  },
}

/** The migration that creates the users: the one that exists, or a new one after all others. */
function findMigration(project: Project): string {
  const folder = 'database/migrations'
  const names = project.list(folder).map((file) => file.replace(/\.ts$/, ''))
  const existing = names.find((name) => name.endsWith('_create_users'))
  return `${folder}/${existing ?? toMigrationName('create_users', new Date(), names)}.ts`
}

function withoutReact(): SetupError {
  return new SetupError(
    'E_ADD_PAGES',
    'Nothing was written: the pages of accounts are in React, and package.json does not list @inertiajs/react.',
  )
}
