import type { StandardSchemaV1 } from '@standard-schema/spec'
import { refusalHeaders } from './headers.ts'
import { toObject, type Components, type JsonSchema } from './json-schema.ts'
import { toPhrase } from './response.ts'
import { fromStandardSchema } from './standard-schema.ts'

/** The format of an application's errors, if `renderError` writes them. */
export interface ErrorFormat {
  /** The body of every error, such as a zod schema. */
  readonly schema: StandardSchemaV1
  /** Its media type, such as `application/problem+json`. Default `application/json`. */
  readonly type?: string
}

/** What is known about the bodies of errors. */
export interface ErrorOptions {
  readonly errors?: ErrorFormat
  /** Whether the application writes errors itself. Default false. */
  readonly hasOwnErrors?: boolean
}

/** The parts of the document for refused requests. */
export interface ErrorParts {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly responses: Readonly<Record<string, object>>
}

/** The responses of refused requests to which the paths refer, and their schemas. */
export function toErrorParts(
  paths: object,
  components: Components,
  { errors, hasOwnErrors = false }: ErrorOptions,
): ErrorParts {
  const references = JSON.stringify(paths).matchAll(/"#\/components\/responses\/(\d+)"/g)
  const statuses = [...new Set([...references].map(([, status]) => Number(status)))]
  const toParts = (contentOf: (status: number) => object): ErrorParts['responses'] =>
    Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          description: toPhrase(status),
          ...(refusalHeaders[status] === undefined ? {} : { headers: refusalHeaders[status] }),
          content: contentOf(status),
        },
      ]),
    )
  if (errors !== undefined) {
    const { type = 'application/json' } = errors
    const place = 'the schema of errors (openapi: { errors })'
    const schema = fromStandardSchema(errors.schema, 'input', { place, components })
    return { schemas: {}, responses: toParts(() => ({ [type]: { schema } })) }
  }
  if (hasOwnErrors) {
    if (statuses.length > 0) components.tell(unstated)
    return { schemas: {}, responses: toParts(() => ({ 'application/json': { schema: {} } })) }
  }
  const names = { error: components.free('Error'), invalid: components.free('ValidationError') }
  return {
    schemas: { [names.error]: error, [names.invalid]: invalid },
    responses: toParts((status) => {
      const name = status === 422 ? names.invalid : names.error
      return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
    }),
  }
}

const unstated =
  'errors: renderError() writes them, so they may be any JSON. Declare their schema: openapi: { errors: { schema } }.'

/** The body of a refused request. */
const error: JsonSchema = {
  ...toObject({ message: { type: 'string' } }),
  properties: {
    message: { type: 'string' },
    requestId: {
      type: 'string',
      description: 'Identifies the request in the log of the server.',
    },
  },
}

/** The body of a request that was refused for its input. */
const invalid: JsonSchema = toObject({
  message: { type: 'string' },
  errors: {
    type: 'object',
    description: 'The first message of each field; nested fields have dotted names.',
    additionalProperties: { type: 'string' },
  },
})
