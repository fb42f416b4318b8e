import { exitCode, type CommandCall } from '../../../base/console/command.ts'
import { mapValues } from '../../../base/support/values/map-values.ts'
import { Column, type Columns, withinOwner } from '../../../data/columns/column.ts'
import {
  checkRolling,
  type JudgedOperation,
} from '../../../data/introspection/rolling/check-rolling.ts'
import {
  recordRunningModels,
  usedColumn,
} from '../../../data/introspection/rolling/running-models.ts'
import type { ModelTable, TableSchema } from '../../../data/migrations/difference/schema.ts'
import { wantedSchema } from '../../../data/migrations/difference/make-migration.ts'
import { entityOf } from '../../../data/records/entity.ts'
import type { CommandContext } from '../../runtime/command-context.ts'
import { toMigrationsFolder } from '../../runtime/database-folders.ts'
import { toPrefix } from '../../runtime/databases/select-databases.ts'

type Names = readonly (string | undefined)[]

/** Prints the effect of each pending operation on the running version; fails if an operation breaks it. */
export async function checkPending(
  context: CommandContext,
  names: Names,
  { print }: CommandCall,
): Promise<number> {
  const judged = await judgeAll(context, names)
  for (const each of judged) print(`${each.kind.padEnd(7)} ${toLine(each)}`)
  if (judged.length === 0) print('No migrations are pending.')
  if (!judged.some(isBreaking)) return exitCode.ok
  context.fail(
    `The version that migrated last cannot work beside these migrations. Deploy them in steps, or stop it before you migrate. ${afterRollback}`,
  )
  return exitCode.failed
}

/** Only `migrate` records which version runs. */
const afterRollback =
  'If another version runs, such as after a rollback, run the "migrate" of that version first: it tells what its models use.'

/** Whether `migrate` may run. In production it must not break the running version, unless you pass `--force`. */
export async function mayMigrate(
  context: CommandContext,
  names: Names,
  call: Pick<CommandCall, 'has'>,
): Promise<boolean> {
  if (!context.settings.isProduction || call.has('force')) return true
  const breaking = (await judgeAll(context, names)).filter(isBreaking)
  if (breaking.length === 0) return true
  for (const each of breaking) context.fail(toLine(each))
  context.fail(
    `Nothing was migrated, because the version that migrated last, which is taken to run, would fail. Deploy these changes in steps, or stop the running version and run "migrate --force". ${afterRollback}`,
  )
  return false
}

/** Records what the models of this version use, for the next version's migration. */
export async function rememberModels(
  context: CommandContext,
  name: string | undefined,
): Promise<void> {
  const { models } = context.application
  if (models === undefined) return
  const own: readonly ModelTable[] = Object.values(models).filter(
    (model) => entityOf(model).table.database === name,
  )
  const declared = new Map(own.map(({ table, columns }) => [table, withinOwner(columns)]))
  const used = new Map(
    [...wantedSchema({ models: own }, new Map())].map(([table, schema]) => [
      table,
      Object.entries(declared.get(table) ?? plainColumns(schema)).map(([column, { definition }]) =>
        usedColumn(column, definition),
      ),
    ]),
  )
  await context.withDatabase((database) => recordRunningModels(database, used), { name })
}

/** The columns of a pivot table, which has no model. */
function plainColumns({ columns }: TableSchema): Columns {
  return mapValues(columns, (definition) => new Column(definition))
}

async function judgeAll(context: CommandContext, names: Names): Promise<JudgedOperation[]> {
  const judged: JudgedOperation[] = []
  for (const name of names) {
    const folder = toMigrationsFolder(context.application, name)
    const found = await context.withDatabase((database) => checkRolling(database, folder), { name })
    const prefix = toPrefix(name)
    judged.push(...found.map((each) => ({ ...each, migration: `${prefix}${each.migration}` })))
  }
  return judged
}

function toLine({ migration, operation, text }: JudgedOperation): string {
  return `${migration}: ${operation}${text === '' ? '' : `: ${text}`}`
}

function isBreaking({ kind }: JudgedOperation): boolean {
  return kind === 'breaks'
}
