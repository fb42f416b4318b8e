import { relative } from 'node:path'
import { findTerminal } from '../../console/choose.ts'
import { exitCode, type Command } from '../../console/command.ts'
import { planMigration, writeMigration } from '../../migrations/difference/make-migration.ts'
import { describeOperation } from '../../migrations/operation.ts'
import { toSchemaSources } from '../application-schema.ts'
import type { CommandContext } from '../command-context.ts'
import { createRenameAnswers } from '../rename-answers.ts'

/** Asks no database: models, migrations and snapshot are files. */
export const makeMigration: Command<CommandContext> = {
  name: 'make:migration',
  summary: 'Write a migration from what the models have and the migrations have not',
  words: '<what it does>',
  options: {
    rename: { type: 'string', summary: 'What was renamed: posts.title:headline,users:people' },
    drop: {
      type: 'boolean',
      summary: 'Drop what is gone instead of asking whether it was renamed',
    },
  },
  async run({ application, fail }, call) {
    if (import.meta.dirname === application.root) {
      // A build has its own code and the application's in one folder.
      fail('make:migration writes source files. Run it where the application is developed.')
      return exitCode.failed
    }
    const name = call.words.join(' ')
    if (name === '') {
      fail('Say what the migration does: make:migration add author to posts')
      return exitCode.usage
    }
    const sources = toSchemaSources(application)
    const renames = createRenameAnswers({
      renames: call.value('rename'),
      drop: call.has('drop'),
      terminal: findTerminal(),
    })

    const plan = await planMigration(sources, renames.answer)
    renames.assertAllUsed()
    if (plan === undefined) {
      call.print('The migrations have everything that the models have.')
      return exitCode.ok
    }
    const { path, operations } = await writeMigration(plan, { ...sources, name })
    call.print(`Wrote ${relative(process.cwd(), path)}`)
    for (const operation of operations) call.print(`  ${describeOperation(operation)}`)
    return exitCode.ok
  },
}
