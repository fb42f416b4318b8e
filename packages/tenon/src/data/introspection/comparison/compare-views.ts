import { mapValues } from '../../../base/support/values/map-values.ts'
import type { ColumnDefinition } from '../../columns/column.ts'
import type { Dialect } from '../../database/database.ts'
import { columnText } from '../../columns/written/column-text.ts'
import { type ModelTable, storedPart } from '../../migrations/difference/schema.ts'
import type { Remark } from '../catalog-table.ts'
import type { DescribedView } from '../describe-view.ts'
import { isSameType } from './stored-form.ts'

/** Lists the differences between views and the models that read them. */
export function compareViews(
  models: Iterable<ModelTable>,
  views: readonly DescribedView[],
  dialect: Dialect,
): Remark[] {
  return [...models]
    .filter((model) => model['~isView'] === true)
    .flatMap((model) => compareView(model, { views, dialect }))
}

export function viewsWithoutModel(
  models: Iterable<ModelTable>,
  views: readonly DescribedView[],
): Remark[] {
  const read = new Set(Array.from(models, ({ table }) => table))
  return views
    .filter(({ name }) => !read.has(name))
    .map(({ name, kind }) => ({
      place: `${kind} ${name}`,
      text: 'has no model. Read it with one, DatabaseView(), with sql or with Kysely.',
    }))
}

interface Found {
  readonly views: readonly DescribedView[]
  readonly dialect: Dialect
}

function compareView({ table, columns }: ModelTable, { views, dialect }: Found): Remark[] {
  const view = views.find(({ name }) => name === table)
  if (view === undefined) {
    const text =
      'is a view that is missing. Run migrate if its migration is pending; otherwise create it with execute().'
    return [{ place: table, text }]
  }
  const declared = mapValues(columns, ({ definition }) => definition)
  return Object.entries(declared).flatMap(([name, definition]) => {
    const place = `${table}.${name}`
    if (!view.columns.has(name)) {
      return [
        {
          place,
          text: 'is missing in the view. Remove it from the model, or create the view again.',
        },
      ]
    }
    const found = view.columns.get(name)
    return found === undefined || isSameType(found, definition, dialect)
      ? []
      : [
          {
            place,
            text: `is ${typeText(found)} in the view, and declared as ${typeText(definition)}.`,
          },
        ]
  })
}

function typeText(definition: ColumnDefinition): string {
  const { type, item, digits } = storedPart(definition)
  return columnText({ ...storedPart(definition), ...PLAIN, type, item, digits })
}

const PLAIN = {
  nullable: false,
  primaryKey: false,
  unique: false,
  index: false,
  references: undefined,
  default: undefined,
  computed: undefined,
  values: undefined,
} as const
