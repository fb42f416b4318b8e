import type {
  JsonSchema,
  NamedSchemas,
} from '../../../../application/contract/openapi/json-schema.ts'
import type { ApplicationDocument } from '../../../../application/contract/documents.ts'
import { writeOpenApi } from '../../../../application/contract/openapi/document.ts'

/** The parts of an OpenAPI operation that the pages show. */
export interface DocumentedOperation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  readonly security?: readonly object[]
  readonly parameters?: readonly DocumentedParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}

export interface DocumentedParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** A response: either described here, or a reference to a shared one. */
export interface DocumentedResponse {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Content
}

/** A body by its media type. */
export type Content = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly example?: unknown } | undefined>
>

/** The parts of an OpenAPI document that the pages use. */
export interface ReadableDocument {
  readonly operations: readonly DocumentedOperation[]
  readonly schemas: NamedSchemas
  readonly responses: Readonly<Record<string, DocumentedResponse>>
  readonly problems: readonly string[]
}

/** Writes a document of an application and lists its operations in the order of their paths. */
export function readDocument({ routes, options }: ApplicationDocument): ReadableDocument {
  const { document, problems } = writeOpenApi(routes, options)
  // Sound: `writeOpenApi` has written these parts.
  const paths = document['paths'] as WrittenPaths
  const components = document['components'] as Pick<ReadableDocument, 'schemas' | 'responses'>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  return { operations, problems, ...components }
}

type Described = Omit<DocumentedOperation, 'method' | 'path'>

type WrittenPaths = Readonly<Record<string, Readonly<Record<string, Described>>>>
