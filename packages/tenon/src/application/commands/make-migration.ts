import { relative } from 'node:path'
import { findTerminal } from '../../base/console/choose.ts'
import { exitCode, type Command } from '../../base/console/command.ts'
import { planMigration, writeMigration } from '../../data/migrations/difference/make-migration.ts'
import {
  describeOperation,
  type AddColumn,
  type Operation,
} from '../../data/migrations/operation.ts'
import { toSchemaSources } from '../runtime/application-schema.ts'
import { databaseOption, selectDatabase } from '../runtime/databases/select-databases.ts'
import type { CommandContext } from '../runtime/command-context.ts'
import { createRenameAnswers } from '../runtime/rename-answers.ts'

/** Needs no database: models, migrations and snapshots are files. */
export const makeMigration: Command<CommandContext> = {
  name: 'make:migration',
  summary: 'Write a migration for the difference between models and migrations',
  words: '<what it does>',
  options: {
    rename: { type: 'string', summary: 'What was renamed: posts.title:headline,users:people' },
    drop: {
      type: 'boolean',
      summary: 'Drop removed tables and columns without asking whether they were renamed',
    },
    ...databaseOption,
  },
  async run({ application, fail }, call) {
    if (import.meta.dirname === application.root) {
      // A build has the code of the framework and of the application in one folder.
      fail('make:migration writes source files. Run it in the source folder of the application.')
      return exitCode.failed
    }
    const name = call.words.join(' ')
    if (name === '') {
      fail('Missing name. Say what the migration does: make:migration add author to posts')
      return exitCode.usage
    }
    const sources = toSchemaSources(application, selectDatabase(application, call))
    const renames = createRenameAnswers({
      renames: call.value('rename'),
      drop: call.has('drop'),
      terminal: findTerminal(),
    })

    const plan = await planMigration(sources, renames.answer)
    renames.assertAllUsed()
    if (plan === undefined) {
      call.print(nothingToDo)
      return exitCode.ok
    }
    const { path, later, operations } = await writeMigration(plan, { ...sources, name })
    for (const each of [path, ...later]) call.print(`Wrote ${relative(process.cwd(), each)}`)
    for (const operation of operations) call.print(`  ${describeOperation(operation)}`)
    for (const required of operations.filter(needsValue)) call.print(toWarning(required))
    return exitCode.ok
  },
}

/** What is printed if no migration is needed. */
export const nothingToDo = 'Nothing to do: the migrations match the models.'

/** Whether existing rows of the table would have no value in a new column. */
function needsValue(operation: Operation): operation is AddColumn {
  if (operation.kind !== 'addColumn') return false
  const { nullable, default: constant, computed, autoIncrement, was } = operation.definition
  return !nullable && constant === undefined && !computed && !autoIncrement && was === undefined
}

function toWarning({ table, column }: AddColumn): string {
  return (
    `"migrate" will fail where "${table}" has rows: they would have no value for "${column}". Delete this migration, give the column a default() ` +
    `and write it again; or make it nullable(), fill it, and then run "tenon make migration --expand required ${table}.${column}".`
  )
}
