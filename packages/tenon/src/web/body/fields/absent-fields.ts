import { toChoices, toFields, type FieldTypes } from './field-types.ts'

/**
 * Leaves out the empty texts of fields that a schema does not require. A form sends all of its fields, such as an empty
 * search or the "All" of a select. `schemaOf` is called only if there is an empty text.
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

/** Whether a value has an empty text as a field, at any depth. Items of lists are not fields. */
function hasEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).some((field) => field === '' || hasEmpty(field))
}

/** Whether the schemas have a field, and none requires it. */
function mayBeAbsent(types: readonly FieldTypes[], name: string): boolean {
  const isNamed = types.some(({ properties = {} }) => Object.hasOwn(properties as object, name))
  return isNamed && !types.some(({ required = [] }) => (required as string[]).includes(name))
}
