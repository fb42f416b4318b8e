import { dirname, join, relative } from 'node:path'
import { exitCode, type Command, type CommandCall } from '../../base/console/command.ts'
import type { Remark } from '../../data/introspection/catalog-table.ts'
import { findDrift } from '../../data/migrations/difference/make-migration.ts'
import { toSchemaSources } from '../runtime/application-schema.ts'
import { toFutureMigrationsFolder } from '../runtime/database-folders.ts'
import { namesOf, toPrefix } from '../runtime/databases/select-databases.ts'
import type { CommandContext } from '../runtime/command-context.ts'
import type { DatabaseCheck } from '../runtime/schema/check-database.ts'
import { compareWithKnown, recordKnown, toLine } from '../runtime/schema/known-differences.ts'

/** For CI, without a database. With `--database`, it checks a database that is in use. */
export const schemaCheck: Command<CommandContext> = {
  name: 'schema:check',
  summary: 'Fail when models and migrations differ',
  options: {
    database: { type: 'boolean', summary: 'Compare both with each database instead' },
    all: { type: 'boolean', summary: 'With --database: also list what is not compared' },
    record: {
      type: 'boolean',
      summary: 'Do so, and write down what is found: later checks report what is new',
    },
  },
  run(context, call) {
    return call.has('database') || call.has('record')
      ? checkLive(context, call)
      : checkFiles(context, call)
  },
}

async function checkFiles(
  { application, fail }: CommandContext,
  { print }: CommandCall,
): Promise<number> {
  const drift: string[] = []
  for (const name of namesOf(application)) {
    const found = await findDrift(toSchemaSources(application, name))
    drift.push(...found.map((operation) => `${toPrefix(name)}${operation}`))
  }
  if (drift.length === 0) {
    print('The migrations match the models.')
    return exitCode.ok
  }
  for (const operation of drift) print(operation)
  fail('The models and the migrations differ. Run make:migration, and commit the files it writes.')
  return exitCode.failed
}

async function checkLive(context: CommandContext, { has, print }: CommandCall): Promise<number> {
  // Load it only here: a process that serves does not need it.
  const { checkDatabase } = await import('../runtime/schema/check-database.ts')
  const checks: DatabaseCheck[] = []
  for (const name of namesOf(context.application)) {
    const sources = toSchemaSources(context.application, name)
    const check = await context.withDatabase((database) => checkDatabase(sources, database), {
      name,
    })
    checks.push(naming(name, check))
  }
  const found = {
    differences: checks.flatMap((check) => check.differences),
    notCompared: checks.flatMap((check) => check.notCompared),
  }
  const file = join(
    dirname(toFutureMigrationsFolder(context.application)),
    'known-differences.json',
  )
  if (has('record')) {
    const count = recordKnown(found, file)
    print(`Recorded ${toCount(count)} in ${relative(context.application.root, file)}.`)
    return exitCode.ok
  }
  const { differences, notCompared, known, gone, isRecorded } = compareWithKnown(found, file)
  for (const difference of differences) print(toLine(difference))
  // It may explain a difference, as an invalid index does, and what is new since differences were recorded is listed.
  const isListed = has('all') || isRecorded || differences.length > 0
  if (isListed) printNotCompared(notCompared, print)
  else if (notCompared.length > 0) print(countNotCompared(notCompared.length))
  if (gone.length > 0) print('Known, and gone. Run schema:check --record to forget it:')
  for (const line of gone) print(`  ${line}`)
  const others = known === 0 ? '' : ` ${toCount(known)} ${known === 1 ? 'is' : 'are'} not repeated.`
  if (differences.length === 0) {
    print(`The database matches the models and migrations.${others}`)
    return exitCode.ok
  }
  const pending = checks.flatMap((check) => check.pending)
  const reason = pending.length === 0 ? '' : ` Pending migrations: ${pending.join(', ')}.`
  context.fail(`The database differs from the models and migrations.${reason}${others}`)
  return exitCode.failed
}

function printNotCompared(remarks: readonly Remark[], print: CommandCall['print']): void {
  if (remarks.length > 0) print('Not compared, because models and migrations cannot express it:')
  for (const { place, text } of remarks) print(`  ${place} ${text}`)
}

function countNotCompared(count: number): string {
  const things = count === 1 ? '1 thing' : `${count} things`
  return `Not compared: ${things} that models and migrations cannot express. List them: schema:check --database --all`
}

function toCount(known: number): string {
  return known === 1 ? '1 known difference' : `${known} known differences`
}

/** Puts the name of a database in front of everything that was found in it. */
function naming(
  name: string | undefined,
  { differences, notCompared, pending }: DatabaseCheck,
): DatabaseCheck {
  const prefix = toPrefix(name)
  const named = (remark: Remark): Remark => ({ ...remark, place: `${prefix}${remark.place}` })
  return {
    differences: differences.map(named),
    notCompared: notCompared.map(named),
    pending: pending.map((each) => `${prefix}${each}`),
  }
}
