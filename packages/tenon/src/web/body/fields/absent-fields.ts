import { toChoices, toFields, type FieldTypes } from './field-types.ts'

/**
 * Leaves out the empty texts of fields that a schema lets absent. A form sends each of its fields: a search that nobody
 * has typed, the "All" of a select. `schemaOf` is called once there is one.
 */
export function withoutEmpty(fields: unknown, schemaOf: () => FieldTypes): unknown {
  const strip = (value: unknown, schemas: readonly FieldTypes[]): unknown => {
    const types = toChoices(schemas, schemaOf())
    const kept = Object.entries(Object(value)).filter(
      ([name, field]) => field !== '' || !mayBeAbsent(types, name),
    )
    return Object.fromEntries(
      kept.map(([name, field]) => [
        name,
        hasEmpty(field) ? strip(field, toFields(types, name)) : field,
      ]),
    )
  }
  return hasEmpty(fields) ? strip(fields, [schemaOf()]) : fields
}

/** Whether a value has an empty text as a field, at any depth. The items of lists are no fields. */
function hasEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).some((field) => field === '' || hasEmpty(field))
}

/** Whether the schemas have a field, and none requires it. */
function mayBeAbsent(types: readonly FieldTypes[], name: string): boolean {
  const isNamed = types.some(({ properties = {} }) => Object.hasOwn(properties as object, name))
  return isNamed && !types.some(({ required = [] }) => (required as string[]).includes(name))
}
