import { hasFiles } from '../../../web/validation/to-json-schema.ts'
import type { Writing } from './answer-schema.ts'
import type { Components, JsonSchema, NamedSchemas } from './json-schema.ts'

/**
 * Writes the fields of a form with files under the names of its parts, as `nestFields` reads them: a list `tags` is
 * sent as `tags[]`, a file inside an object as `owner[photo]`. Other objects are sent as JSON, the default of OpenAPI
 * (3.1.1, section 4.8.15.1.1).
 */
export function toFormSchema(schema: JsonSchema, { place, components }: Writing): JsonSchema {
  const form = components.resolve(schema)
  const { anyOf, oneOf, allOf } = form
  const choices = Object.entries({ anyOf, oneOf, allOf }).filter(([, each]) => Array.isArray(each))
  const { properties = {}, required = [], ...rest } = form
  const fields = Object.entries(properties as NamedSchemas).flatMap(([name, field]) =>
    toParts(
      { name, field, isRequired: (required as readonly string[]).includes(name) },
      {
        place,
        components,
      },
    ),
  )
  return {
    ...rest,
    ...Object.fromEntries(
      // Sound: JSON Schema allows only schemas in these places.
      choices.map(([kind, each]) => [
        kind,
        (each as readonly JsonSchema[]).map((choice) =>
          toFormSchema(choice, { place, components }),
        ),
      ]),
    ),
    ...(fields.length === 0 ? {} : toFields(fields)),
  }
}

interface Part {
  readonly name: string
  readonly field: JsonSchema
  readonly isRequired: boolean
}

function toFields(parts: readonly Part[]): JsonSchema {
  return {
    properties: Object.fromEntries(parts.map(({ name, field }) => [name, field])),
    required: parts.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
}

function toParts(part: Part, writing: Writing): readonly Part[] {
  const { name, field, isRequired } = part
  const { components, place } = writing
  const { type, items = {}, properties, required = [] } = components.resolve(field)
  // Sound: JSON Schema allows only a schema in this place.
  if (type === 'array' && !hasFilesInside(items as JsonSchema, components)) {
    return [{ ...part, name: `${name}[]` }]
  }
  if (!hasFilesInside(field, components)) return [part]
  if (properties === undefined) {
    components.tell(
      `${place}: "${name}" is a list or a record with files inside, for which OpenAPI has no form, so it is left out.`,
    )
    return []
  }
  return Object.entries(properties as NamedSchemas).flatMap(([key, inner]) =>
    toParts(
      {
        name: `${name}[${key}]`,
        field: inner,
        isRequired: isRequired && (required as readonly string[]).includes(key),
      },
      writing,
    ),
  )
}

/** Whether a list or an object contains files. A file itself does not count. */
function hasFilesInside(schema: JsonSchema, components: Components): boolean {
  const resolved = components.resolve(schema)
  const { type } = resolved
  return (type === 'object' || type === 'array') && hasFiles(resolved)
}
