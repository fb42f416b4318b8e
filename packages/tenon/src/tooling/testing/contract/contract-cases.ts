import type { Operation } from '../../../application/contract/openapi/operation.ts'
import type { JsonSchema, NamedSchemas } from '../../../application/contract/openapi/json-schema.ts'
import { toSample } from '../../../application/contract/openapi/sample.ts'
import { toOtherSample } from './other-sample.ts'
import { toSampleForm } from './sample-form.ts'

/** One request to a route, and what is wrong with it. */
export interface ContractCase {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A route of the document, and what its parameters are to be. */
export interface ContractRoute {
  readonly method: string
  readonly template: string
  readonly operation: Operation
  readonly components: NamedSchemas
  /** Values for the parameters of the path, by name. */
  readonly parameters: Readonly<Record<string, string | number>>
  /** Headers that identify a user, sent with all requests but one. */
  readonly headers: Readonly<Record<string, string>>
  /** Requests that the test adds. */
  readonly requests: readonly ContractRequest[]
}

/** A request of the test's own, for an answer to which no sample leads. What is left out is a sample. */
export interface ContractRequest {
  readonly parameters?: Readonly<Record<string, string | number>>
  /** The query of the URL, such as `state=open`. */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A value is sent as JSON, `FormData` as a form. */
  readonly body?: unknown
}

/** Lists the requests to try on a route: those that are right, and one for each way to be wrong. */
export function toContractCases(route: ContractRoute): readonly ContractCase[] {
  const right = toRightCase(route)
  return [
    ...(takesFiles(route)
      ? [toFormCase(route, right), { ...right, title: 'as documented, without a file' }]
      : [right]),
    ...route.requests.map((request, i) => toOwnCase(route, request, i + 1)),
    ...toPathCases(route, right),
    ...toQueryCases(route, right),
    ...toBodyCases(route, right),
    ...(Object.keys(route.headers).length > 0
      ? [{ ...right, title: 'by nobody', headers: jsonHeaders }]
      : []),
    {
      ...right,
      title: 'from another site',
      headers: {
        ...right.headers,
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      },
    },
  ]
}

/**
 * The request as documented, with other samples in the refused fields: another route may have stored a value that must be
 * unique. Different `variant`s give different samples. `undefined` if no field can have another one.
 */
export function toOtherCase(
  route: ContractRoute,
  refused: readonly string[],
  variant: number,
): ContractCase | undefined {
  const right = toRightCase(route)
  const { properties = {} } = toBodySchema(route) ?? {}
  const fields = { ...(right.body as object) }
  const others = Object.entries(properties as NamedSchemas)
    .filter(([name]) => refused.includes(name) && name in fields)
    .map(([name, schema]) => [name, toOtherSample(schema, route.components, variant)] as const)
    .filter(([, sample]) => sample !== undefined)
  if (others.length === 0) return undefined
  const body = { ...fields, ...Object.fromEntries(others) }
  const other = { ...right, title: 'with other samples', body }
  return takesFiles(route) ? { ...toFormCase(route, other), title: other.title } : other
}

const jsonHeaders = { accept: 'application/json' }

function toRightCase(route: ContractRoute): ContractCase {
  const query = toParameters(route)
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(
      ({ name, schema }) =>
        `${name}=${encodeURIComponent(toText(toSample(schema, route.components)))}`,
    )
  const path = fill(
    route,
    (name, schema) => route.parameters[name] ?? toSample(schema, route.components),
  )
  const body = toBodySchema(route)
  return {
    title: 'as documented',
    method: route.method.toUpperCase(),
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: { ...jsonHeaders, ...route.headers },
    body: body === undefined ? undefined : (toExample(route) ?? toSample(body, route.components)),
  }
}

/** Whether the body is a form, in which files can be sent. */
function takesFiles({ operation }: ContractRoute): boolean {
  // Sound: `toOperation` has written it.
  const body = operation['requestBody'] as { readonly content: object } | undefined
  return body !== undefined && 'multipart/form-data' in body.content
}

function toFormCase(route: ContractRoute, right: ContractCase): ContractCase {
  const { body } = right
  return { ...right, body: toSampleForm({ ...(body as object) }, toBodySchema(route) ?? {}) }
}

function toOwnCase(route: ContractRoute, own: ContractRequest, number: number): ContractCase {
  const parameters = { ...route.parameters, ...own.parameters }
  const right = toRightCase({ ...route, parameters })
  const [path = ''] = right.path.split('?')
  return {
    ...right,
    title: `request ${number} of the test`,
    path: own.query === undefined ? right.path : `${path}?${own.query}`,
    headers: { ...right.headers, ...own.headers },
    body: own.body ?? right.body,
  }
}

/** A key of garbage, and a record that is gone. */
function toPathCases(route: ContractRoute, right: ContractCase): readonly ContractCase[] {
  return toParameters(route)
    .filter(({ in: place }) => place === 'path')
    .flatMap(({ name: wrong }) =>
      ['%00', '-', '0', '2147483647', '00000000-0000-4000-8000-000000000000', 'x'.repeat(3000)].map(
        (text) => ({
          ...right,
          title: `with ${text.slice(0, 40)} as {${wrong}}`,
          path: fill(route, (name, schema) =>
            name === wrong
              ? undefined
              : (route.parameters[name] ?? toSample(schema, route.components)),
          ).replace('{}', text),
        }),
      ),
    )
}

function toQueryCases(route: ContractRoute, right: ContractCase): readonly ContractCase[] {
  const [path = ''] = right.path.split('?')
  return toParameters(route)
    .filter(({ in: place }) => place === 'query')
    .flatMap(({ name }) =>
      [
        `${name}=`,
        `${name}=%00`,
        `${name}=${'9'.repeat(30)}`,
        `${name}[a][b]=1`,
        `${name}[]=1&${name}[]=2`,
      ].map((query) => ({
        ...right,
        title: `with the query ${query}`,
        path: `${path}?${query}`,
      })),
    )
}

/** Every field missing or of another type, and malformed bodies. */
function toBodyCases(route: ContractRoute, right: ContractCase): readonly ContractCase[] {
  const schema = toBodySchema(route)
  if (schema === undefined) return []
  const { properties = {} } = schema
  const fields = { ...(right.body as object) }
  const wrongFields = Object.keys(properties as object).flatMap((name) => [
    { title: `without ${name}`, body: { ...fields, [name]: undefined } },
    ...wrongValues.map((value) => ({
      title: `with ${JSON.stringify(value).slice(0, 40)} as ${name}`,
      body: { ...fields, [name]: value },
    })),
  ])
  const type = (contentType: string): ContractCase['headers'] => ({
    ...right.headers,
    'content-type': contentType,
  })
  return [
    ...wrongFields.map((wrong) => ({ ...right, ...wrong })),
    ...[null, [], 'text', 1].map((body) => ({
      ...right,
      title: `with the body ${JSON.stringify(body)}`,
      headers: type('application/json'),
      body: JSON.stringify(body),
    })),
    { ...right, title: 'with broken JSON', headers: type('application/json'), body: '{"' },
    { ...right, title: 'with a body of another type', headers: type('image/png'), body: 'x' },
    {
      ...right,
      title: 'with too large a body',
      headers: type('application/json'),
      body: JSON.stringify({ ...fields, '': 'x'.repeat(2 ** 24) }),
    },
  ]
}

const wrongValues = [
  null,
  '',
  ' ',
  '\0',
  'x'.repeat(5000),
  -1,
  1.5,
  1e300,
  true,
  [],
  [{}],
  {},
  { a: { b: 1 } },
]

interface DocumentedParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: JsonSchema
}

function toParameters({ operation }: ContractRoute): readonly DocumentedParameter[] {
  // Sound: `toOperation` has written them.
  return (operation['parameters'] ?? []) as readonly DocumentedParameter[]
}

function toBodySchema(route: ContractRoute): JsonSchema | undefined {
  return toContent(route)?.schema
}

/** The example of `.describe()`. */
function toExample(route: ContractRoute): unknown {
  return toContent(route)?.example
}

/** The body that the route takes: JSON, or a form if there are files in it. */
function toContent({ operation }: ContractRoute): DocumentedBody | undefined {
  // Sound: `toOperation` has written it.
  const body = operation['requestBody'] as
    | { readonly content: Readonly<Record<string, DocumentedBody>> }
    | undefined
  return body && Object.values(body.content)[0]
}

interface DocumentedBody {
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** Fills in the template; `undefined` leaves `{}` for the caller to replace. */
function fill(
  route: ContractRoute,
  valueOf: (name: string, schema: JsonSchema) => unknown,
): string {
  const parameters = new Map(toParameters(route).map(({ name, schema }) => [name, schema]))
  return route.template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = valueOf(name, parameters.get(name) ?? {})
    return value === undefined ? '{}' : encodeURIComponent(toText(value))
  })
}

/** Writes a sample into a path or query; anything but text is written as JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
