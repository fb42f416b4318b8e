import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'

/**
 * Finds the foreign keys whose text may differ from the text that they refer to: `citext` ignores case, `char(5)`
 * ignores spaces at the end, and `numeric` ignores zeros at the end.
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

/** Whether PostgreSQL pads the printed value with spaces or zeros to the length of its type. */
function isPadded(type = ''): boolean {
  return /^(?:character|numeric)\(/.test(type)
}

function isEqualToOthers(type = ''): boolean {
  return /^numeric$|(?:^|\.)citext$/.test(type)
}
