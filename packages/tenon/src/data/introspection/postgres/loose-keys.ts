import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'

/**
 * The foreign keys of one column whose texts may differ from those that they refer to: `citext` ignores case, and
 * spaces at the end of `char(5)` and the last zeros of `numeric` count for nothing.
 */
export function findLooseKeys(tables: readonly CatalogTable[]): ReadonlySet<string> {
  const types = new Map<string, CatalogColumn>(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => [`${name}.${column.name}`, column] as const),
    ),
  )
  const keys = tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map(({ columns, table, targetColumns }) => ({
      column: `${name}.${columns.join()}`,
      target: `${table}.${targetColumns.join()}`,
    })),
  )
  const isLoose = ({ column, target }: { column: string; target: string }): boolean => {
    const [own, other] = [types.get(column), types.get(target)]
    if (own?.kind?.type !== 'text') return false
    const natives = [own.nativeType, other?.nativeType]
    return natives.some(isPadded) ? natives[0] !== natives[1] : natives.some(isEqualToOthers)
  }
  return new Set(keys.filter(isLoose).map(({ column }) => column))
}

/** Printed with as many spaces, or digits, as its type says. */
function isPadded(type = ''): boolean {
  return /^(?:character|numeric)\(/.test(type)
}

function isEqualToOthers(type = ''): boolean {
  return /^numeric$|(?:^|\.)citext$/.test(type)
}
