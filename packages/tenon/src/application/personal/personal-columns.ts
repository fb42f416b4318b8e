import { type AnyModel, entityOf } from '../../data/records/entity.ts'

/** The columns with personal data, each with its table: `users.email`. */
export function personalColumns(models: Iterable<AnyModel>): readonly string[] {
  return [...models].flatMap((model) => {
    const { name, personal } = entityOf(model).table
    return personal.map((column) => `${name}.${column.name}`)
  })
}
