import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Schema, Schemas } from './arbitrary-value.ts'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly style?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Response {
  readonly $ref?: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
}

/** An operation as a client reads it in a document. */
export interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
  readonly security?: readonly object[]
}

/** An OpenAPI document, of which nothing else is known. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Schemas
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** The operations, those that delete last: what is deleted is missed by the others. */
export function toOperations({ paths }: Document): readonly Operation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  return all.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
}

/** What a validator by others says of the bodies of a document. */
export class Documented {
  readonly #ajv = new Ajv2020(options)
  /** Reads texts as numbers and booleans, and one value as a list of it. */
  readonly #ofTexts = new Ajv2020({ ...options, coerceTypes: 'array' })
  readonly #document: Document
  /** The same object for the same place, because the validator compiles each object that it gets. */
  readonly #places = new Map<string, Place>()
  readonly #texts = new Map<Schema, object>()

  constructor(document: Document) {
    this.#document = document
    this.#ajv.addSchema({ $id: 'api', ...document })
    this.#ofTexts.addSchema({ $id: 'api', ...document })
  }

  /** Whether a JSON body fits the schema of the operation's request. */
  accepts(operation: Operation, body: unknown): boolean {
    return this.#ajv.validate(this.#bodyOf(operation, 'application/json'), body)
  }

  /** Whether the fields of a form fit that schema. */
  acceptsForm(operation: Operation, fields: unknown): boolean {
    const schema = this.#bodyOf(operation, 'multipart/form-data')
    return this.#ofTexts.validate(schema, structuredClone(fields))
  }

  /** Whether the texts of a parameter fit its schema; `undefined` for one that is not sent. */
  acceptsText({ in: part, schema, required }: Parameter, sent: unknown): boolean {
    if (sent === undefined) return !required
    // A form sends what nobody has filled in: it is absent.
    if (sent === '' && part === 'query' && !required) return true
    const known = this.#texts.get(schema)
    const place = known ?? { type: 'object', properties: { sent: schema } }
    this.#texts.set(schema, place)
    return this.#ofTexts.validate(place, { sent: structuredClone(sent) })
  }

  /** Says how an answer differs from the document. */
  problemWith(operation: Operation, answer: Answer): string | undefined {
    const { status, headers, text } = answer
    const stated = operation.responses[status]
    if (stated === undefined) return `${status} is not documented`
    if (status >= 500) return `${status}: ${text}`
    const shared = stated.$ref?.replace('#/components/responses/', '')
    const { content, headers: sent = {} } =
      shared === undefined ? stated : (this.#document.components.responses[shared] ?? {})
    const missing = Object.keys(sent).find((name) => sent[name]?.required && !headers.has(name))
    if (missing !== undefined) return `${status} has no ${missing}`
    if (content === undefined) return text === '' ? undefined : `${status} has a body: ${text}`
    const [type = ''] = (headers.get('content-type') ?? '').split(';')
    if (content[type] === undefined) return `${status} is ${type}: ${text}`
    if (!type.endsWith('json')) return undefined
    const place = stated.$ref?.slice(1) ?? `/responses/${status}`
    const schema =
      stated.$ref === undefined
        ? this.#at(toPlace(operation, place.slice(1), type))
        : this.#at(`api#${place}/content/${escape(type)}/schema`)
    if (this.#ajv.validate(schema, JSON.parse(text))) return undefined
    return `${status} ${this.#ajv.errorsText()}: ${text}`
  }

  #bodyOf(operation: Operation, type: string): Place {
    return this.#at(toPlace(operation, 'requestBody', type))
  }

  #at($ref: string): Place {
    const place = this.#places.get($ref) ?? { $ref }
    this.#places.set($ref, place)
    return place
  }
}

/** A schema in the document. */
interface Place {
  readonly $ref: string
}

const options = {
  strict: false,
  logger: false,
  formats: {
    date: /^\d{4}-\d\d-\d\d$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
    email: /^[^@\s]+@[^@\s]+$/,
    uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  },
} as const

/** What has been answered. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

function toPlace({ path, method }: Operation, part: string, type: string): string {
  const operation = `api#/paths/${escape(path)}/${method.toLowerCase()}`
  return `${operation}/${part}/content/${escape(type)}/schema`
}

/** RFC 6901, as a part of a URI. */
function escape(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
