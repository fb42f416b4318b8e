/** A JSON Schema of the fields, as plain data. */
export type FieldTypes = Readonly<Record<string, unknown>>

/**
 * Resolves schemas to plain ones: their choices, their parts, and what they refer to. Each occurs only
 * once, so there are never more than the root has. Otherwise, for a type that contains itself in two
 * places, their number would double with each level that a client nests.
 */
export function toChoices(schemas: readonly FieldTypes[], root: FieldTypes): readonly FieldTypes[] {
  const reached = new Set(schemas)
  const choices: FieldTypes[] = []
  // The loop also visits what is added to the Set meanwhile.
  for (const schema of reached) {
    const { $ref: reference, anyOf, oneOf, allOf } = schema
    const others = [anyOf, oneOf, allOf].flatMap(toSchemas)
    if (typeof reference === 'string') others.push(resolve(reference, root))
    if (others.length === 0) choices.push(schema)
    for (const each of others) reached.add(each)
  }
  return choices
}

/** A reference within the schema: `#`, `#/$defs/Item`. */
function resolve(reference: string, root: FieldTypes): FieldTypes {
  const { $defs: definitions = {} } = root
  const pointer = reference.split('/').at(-1) ?? ''
  const named = pointer.replaceAll('~1', '/').replaceAll('~0', '~')
  // Sound: `$defs` has only schemas.
  return reference === '#' ? root : ((definitions as Record<string, FieldTypes>)[named] ?? anything)
}

/** A single object, so that a Set of schemas has it only once. */
const anything: FieldTypes = {}

/** The schemas of a field. */
export function toFields(types: readonly FieldTypes[], name: string): readonly FieldTypes[] {
  return types.flatMap(({ properties = {}, additionalProperties = anything }) =>
    toSchemas(
      Object.hasOwn(properties as object, name)
        ? (properties as FieldTypes)[name]
        : additionalProperties,
    ),
  )
}

/** The schemas under a keyword, such as `items`. */
export function toParts(types: readonly FieldTypes[], name: string): readonly FieldTypes[] {
  return types.flatMap((type) => toSchemas(type[name]))
}

function toSchemas(value: unknown): FieldTypes[] {
  return [value].flat().filter((each) => typeof each === 'object' && each !== null) as FieldTypes[]
}
