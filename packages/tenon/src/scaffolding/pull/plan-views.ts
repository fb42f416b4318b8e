import type { Remark } from '../../data/introspection/catalog-table.ts'
import type { DescribedView } from '../../data/introspection/describe-view.ts'
import { rulesOf } from '../../data/columns/column-type.ts'
import { isIdentifier } from '../../data/columns/identifier.ts'
import type { ColumnDefinition } from '../../data/columns/column.ts'
import type { ColumnDefinitions } from '../../data/migrations/operation.ts'

/** The views that get a model, with their columns, and what is left to do about the others. */
export interface PlannedViews {
  readonly views: ReadonlyMap<string, ColumnDefinitions>
  readonly remarks: readonly Remark[]
}

/** Plans models of views. No database says which column identifies a row of a view, so it must be named `id`. */
export function planViews(found: readonly DescribedView[]): PlannedViews {
  const views = new Map<string, ColumnDefinitions>()
  const remarks: Remark[] = []
  for (const view of found) {
    const place = `${view.kind} ${view.name}`
    const key = keyOf(view)
    if (key === undefined || !isIdentifier(view.name)) {
      const text = `has no model, because none of its columns is a key named id. Write one, DatabaseView('${view.name}', { … }), and declare the column that tells its rows apart as c.id() or name several in primaryKey.`
      remarks.push({ place, text })
      continue
    }
    views.set(view.name, columnsOf(view, key))
    remarks.push({
      place,
      text: 'is not created by the migration. Create it with execute() if an empty database needs it.',
    })
    remarks.push(
      ...[...view.columns]
        .filter(([, definition]) => definition === undefined)
        .map(([column]) => ({
          place: `${view.name}.${column}`,
          text: 'is left out: no column type reads it, or the database does not say its type.',
        })),
    )
  }
  return { views, remarks }
}

function keyOf({ columns }: DescribedView): string | undefined {
  const [name, definition] = [...columns].find(([each]) => each.toLowerCase() === 'id') ?? []
  return definition && rulesOf(definition).keyKind ? name : undefined
}

function columnsOf({ columns }: DescribedView, key: string): ColumnDefinitions {
  const known = [...columns].filter(
    (entry): entry is [string, ColumnDefinition] => entry[1] !== undefined,
  )
  return Object.fromEntries(
    known.map(([name, definition]) => [
      name,
      name === key ? { ...definition, primaryKey: true, nullable: false } : definition,
    ]),
  )
}
