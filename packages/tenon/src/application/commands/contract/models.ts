import { exitCode, type Command } from '../../../base/console/command.ts'
import { toTable } from '../../../base/console/table.ts'
import { entityOf, type AnyModel } from '../../../data/records/entity.ts'
import { relationsOf } from '../../../data/relations/relation.ts'
import type { CommandContext } from '../../runtime/command-context.ts'

export const listModels: Command<CommandContext> = {
  name: 'models',
  summary: 'List the models with their columns and relations',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  async run({ application }, { has, print }) {
    const models = Object.values(application.models ?? {})
      .filter(isModel)
      .map(toListing)
    print(has('json') ? JSON.stringify(models, null, 2) : toModelTable(models))
    return exitCode.ok
  },
}

interface ModelListing {
  readonly name: string
  readonly table: string
  readonly columns: readonly {
    readonly name: string
    readonly type: string
    readonly nullable: boolean
    readonly hidden: boolean
    readonly personal: boolean
  }[]
  readonly relations: readonly {
    readonly name: string
    readonly kind: string
    readonly model: string
  }[]
}

function toListing(model: AnyModel): ModelListing {
  const { table } = entityOf(model)
  return {
    name: model.name,
    table: model.table,
    columns: table.columns.map(({ name, definition: { type, nullable, hidden, personal } }) => ({
      name,
      type,
      nullable,
      hidden,
      personal: personal !== undefined,
    })),
    relations: [...relationsOf(model)].map(([name, { kind, choices, target }]) => ({
      name,
      kind,
      model: (choices?.() ?? [{ target }]).map((choice) => choice.target().name).join(' | '),
    })),
  }
}

function toModelTable(models: readonly ModelListing[]): string {
  if (models.length === 0) return 'There are no models.'
  const rows = models.map(({ name, table, columns, relations }) => [
    name,
    table,
    columns.map((column) => column.name).join(', '),
    relations.map((relation) => `${relation.name} (${relation.model})`).join(', '),
  ])
  return toTable(['MODEL', 'TABLE', 'COLUMNS', 'RELATIONS'], rows)
}

/** Whether an export of a module is a model: such a module may also export factories and types of columns. */
function isModel(value: unknown): value is AnyModel {
  return typeof value === 'function' && '~entity' in value
}
