import type {
  JsonSchema,
  NamedSchemas,
} from '../../../../application/contract/openapi/json-schema.ts'
import { toStatusBadge } from '../../formats.ts'
import { markup, type Markup } from '../../markup.ts'
import { toFacts, toTable } from '../../tables.ts'
import { toCurlLine } from './curl-line.ts'
import type {
  DocumentedOperation,
  DocumentedResponse,
  ReadableDocument,
} from './documented-operation.ts'
import { toOutline } from './schema-outline.ts'

export interface OperationPlace {
  /** The origin of the application, for commands to copy. */
  readonly origin: string
  /** The URL of the list that has the operation. */
  readonly list: string
}

/** Shows what an operation accepts and how it answers. */
export function toOperationPage(
  operation: DocumentedOperation,
  document: ReadableDocument,
  { origin, list }: OperationPlace,
): Markup {
  const { method, path, operationId, summary, deprecated = false, security = [] } = operation
  const needs = security.flatMap((each) => Object.keys(each)).join(' and ')
  return markup`<p class="back"><a href="${list}">All operations</a></p>
<h1><b>${method}</b> <code>${path}</code></h1>
<p class="lead">${summary}</p>
${toFacts([
  ['Name', markup`<code>${operationId}</code>`],
  ['Needs', needs === '' ? 'No login' : needs],
  ...(deprecated ? [['Deprecated', 'yes'] as const] : []),
])}
<h2>Try it</h2>
<div class="block"><pre id="curl"><code>${toCurlLine(operation, document, origin)}</code></pre>
<button type="button" data-copy="curl" hidden>Copy</button></div>
${toParameters(operation, document)}
${toBody(operation, document)}
<h2>Responses</h2>
${Object.entries(operation.responses).map(([status, response]) => toAnswer(status, response, document))}`
}

function toParameters(
  { parameters = [] }: DocumentedOperation,
  { schemas }: ReadableDocument,
): Markup | undefined {
  if (parameters.length === 0) return undefined
  return markup`<h2>Parameters</h2>
${toTable(parameters, {
  label: 'Parameters',
  empty: '',
  columns: [
    { title: 'Name', cell: ({ name }) => markup`<code>${name}</code>` },
    { title: 'In', cell: ({ in: place }) => place },
    { title: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
    {
      title: 'Type',
      cell: ({ schema }) => markup`<pre>${toOutline(schema, schemas)}</pre>`,
    },
  ],
})}`
}

function toBody(
  { requestBody }: DocumentedOperation,
  { schemas }: ReadableDocument,
): Markup | undefined {
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {})
  if (body === undefined) return undefined
  return markup`<h2>Body</h2>
<div class="block"><pre>${toOutline(body.schema, schemas)}</pre></div>
<p class="hint">As <code>${type}</code>.</p>`
}

function toAnswer(
  status: string,
  response: DocumentedResponse,
  { schemas, responses }: ReadableDocument,
): Markup {
  const { description = '', content } =
    response.$ref === undefined ? response : (responses[status] ?? {})
  const [[type, body] = []] = Object.entries(content ?? {})
  return markup`<details class="block"${Number(status) < 400 ? markup` open` : undefined}>
<summary>${toStatusBadge(Number(status))} ${description}</summary>
${type === undefined ? markup`<p class="hint">No body.</p>` : toContent(type, body?.schema, schemas)}</details>
`
}

/** Shows JSON by its fields, and other content by its media type. */
function toContent(type: string, schema: JsonSchema | undefined, schemas: NamedSchemas): Markup {
  const isJson = schema !== undefined && type === 'application/json'
  return isJson
    ? markup`<pre>${toOutline(schema, schemas)}</pre>`
    : markup`<p><code>${type}</code></p>`
}
