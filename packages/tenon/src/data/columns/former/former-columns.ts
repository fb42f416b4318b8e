import { SetupError } from '../../../base/support/setup-error.ts'
import { Column, type ColumnDefinition, type Columns } from '../column.ts'
import { assertIdentifier } from '../identifier.ts'

/** The former columns that `was` names: like the new ones, but nullable, because new rows leave them out. */
export function formerColumns(columns: Columns): Columns {
  return Object.fromEntries(
    Object.values(columns).flatMap(({ definition }) => {
      const { was } = definition
      if (was === undefined) return []
      const former = { ...definition, was: undefined, nullable: true, onCreate: undefined }
      return [[was, new Column({ ...former, onUpdate: undefined, hidden: false })] as const]
    }),
  )
}

/** Throws `E_COLUMN_WAS` if code that uses a former column could not run beside code that uses the new one. */
export function assertFormerColumns(table: string, columns: Columns, retired: Columns): void {
  const former = Object.entries(columns).flatMap(([name, { definition }]) =>
    definition.was === undefined ? [] : [{ name, was: definition.was, definition }],
  )
  for (const { name, was, definition } of former) {
    assertIdentifier(was)
    const isShared = former.some((other) => other.was === was && other.name !== name)
    const problem = Object.hasOwn(columns, was)
      ? `but "${was}" is still a column of the model. Remove it there, or remove was().`
      : isShared && !Object.hasOwn(retired, was)
        ? `which another column was too. Declare "${was}" as it is in the table: { retired: { ${was}: … } }.`
        : problemOf(definition)
    if (problem !== undefined) throw refused(`"${table}"."${name}"`, was, problem)
  }
}

function problemOf(definition: ColumnDefinition): string | undefined {
  const { primaryKey, owner, computed, nullable, default: constant } = definition
  if (primaryKey || owner !== undefined) {
    return 'but it identifies records or their owner, and cannot have two names. Rename it while the application is stopped.'
  }
  if (computed !== undefined) {
    return 'but the database computes it. Add the column beside the former one, which you drop later.'
  }
  if (nullable && constant !== undefined) {
    return 'but it is nullable() and has a default(), so null would become the default. Remove one of them.'
  }
  return undefined
}

function refused(column: string, was: string, problem: string): SetupError {
  return new SetupError('E_COLUMN_WAS', `The column ${column} was "${was}", ${problem}`)
}
