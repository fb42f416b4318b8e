import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { currentStore, stores } from '../../../stores/cache/current-store.ts'
import type { QuotaTable } from '../../../stores/cache/quotas.ts'
import { isOfType } from '../../../web/binding/answers/content.ts'
import type { ListedRoute, RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import {
  toDocumentOptions,
  toShape,
  toTemplate,
  writeOpenApi,
  type DocumentedApplication,
} from '../../../application/contract/openapi/document.ts'
import type { JsonSchema, NamedSchemas } from '../../../application/contract/openapi/json-schema.ts'
import type { Operation } from '../../../application/contract/openapi/operation.ts'
import type { TestClient } from '../test-client.ts'
import type { TestResponse } from '../test-response.ts'
import {
  toContractCases,
  toOtherCase,
  type ContractCase,
  type ContractRequest,
  type ContractRoute,
} from './contract-cases.ts'
import { depthOf, findDeleted, type DeletedRecord } from './deleted-record.ts'
import { findMismatch } from './find-mismatch.ts'
import { KeptRecords } from './kept-records.ts'

/** Options of `checkContract`. */
export interface ContractOptions {
  /** Values for the parameters of paths, by name: the keys of records that exist. Default: samples. */
  readonly parameters?: Readonly<Record<string, string | number>>
  /**
   * Headers that identify a user; one request of each route is sent without them. A function is called for each route: a route
   * that logs out ends the token that its headers carry. Default: none.
   */
  readonly headers?: ContractHeaders | (() => MaybePromise<ContractHeaders>)
  /**
   * Further requests by the name of the route, for answers to which no sample leads: a form with a
   * file, a second status. Default: none.
   */
  readonly requests?: Readonly<Record<string, readonly ContractRequest[]>>
}

type ContractHeaders = Readonly<Record<string, string>>

/**
 * Sends every route that declares its responses what it takes, and then each thing that it does not take:
 * garbage for keys, records that are gone, each field missing or wrong, bodies that are not objects or too
 * large, another site, nobody. Routes that delete come last, those of records that belong to others first; if several
 * delete the same record, it is put back in between. Limits do not count these requests.
 *
 * Returns a sentence for each answer that is not as documented, a request to repeat included, and for
 * each declared success that no request has led to; an empty list if everything is as documented.
 */
export function checkContract(
  client: TestClient,
  application: TestedApplication,
  options: ContractOptions = {},
): Promise<readonly string[]> {
  const unlimited = { ...currentStore(), quotas: uncounted }
  return stores.run(unlimited, () => checkRoutes(client, application, options))
}

type TestedApplication = DocumentedApplication & { readonly routes: RouteList<RouteEntry> }

/** A route gets more requests than a limit for clients lets through, which would hide its answers. */
const uncounted: QuotaTable = {
  take: (_key, { burst, intervalUs }) => ({
    isAllowed: true,
    remaining: burst - 1,
    retryAfterMs: 0,
    resetMs: intervalUs / 1000,
  }),
  give: () => undefined,
}

async function checkRoutes(
  client: TestClient,
  application: TestedApplication,
  { parameters = {}, headers = {}, requests = {} }: ContractOptions,
): Promise<readonly string[]> {
  const { document } = writeOpenApi(application.routes, toDocumentOptions(application))
  // Sound: `writeOpenApi` has written both.
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const components = document['components'] as DocumentedParts
  const all = Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method,
      template,
      operation,
      deleted: findDeletedBy(application.routes.routes, method, template),
    })),
  )
  const findings: string[] = []
  const kept = new KeptRecords()
  let lastAccepted: string | undefined
  for (const [i, route] of all.toSorted(byDeletion).entries()) {
    const { operation, deleted } = route
    const tested: ContractRoute = {
      ...route,
      components: components.schemas,
      parameters,
      headers: typeof headers === 'function' ? await headers() : headers,
      requests: requests[String(operation['operationId'])] ?? [],
    }
    const [first, ...others] = toContractCases(tested)
    if (first === undefined) continue
    if (deleted !== undefined) await kept.prepare(deleted, toSegment(first.path, deleted.index))
    const answers: Answers = [[first, await send(client, first)]]
    const retried = toOtherCase(tested, findRefused(answers[0][1]), i + 1)
    for (const sent of retried === undefined ? others : [retried, ...others]) {
      answers.push([sent, await send(client, sent)])
    }
    findings.push(
      ...answers.flatMap(([sent, response]) => {
        const problem = findProblem(response, operation, components)
        return problem === undefined ? [] : [`${toRequest(sent)}: ${problem}`]
      }),
      ...findUnanswered(operation, answers, { method: route.method, lastAccepted }),
    )
    if (typeof headers !== 'function' && isAccepted(operation, answers)) {
      lastAccepted = `${route.method.toUpperCase()} ${route.template}`
    }
  }
  return findings
}

/** The parts of a document to which its operations refer. */
interface DocumentedParts {
  readonly schemas: NamedSchemas
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}

interface DocumentedResponse {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

/** Requests of a route with their answers, the one as documented first. */
type Answers = [Answer, ...Answer[]]

type Answer = readonly [ContractCase, TestResponse]

/** The record that a route of the document deletes. */
function findDeletedBy(
  routes: readonly ListedRoute[],
  method: string,
  template: string,
): DeletedRecord | undefined {
  if (method !== 'delete') return undefined
  const found = routes.find(
    (route) => route.method === 'DELETE' && toShape(toTemplate(route)) === toShape(template),
  )
  return found && findDeleted(found)
}

interface Ordered {
  readonly method: string
  readonly template: string
  readonly deleted: DeletedRecord | undefined
}

/**
 * A record that is deleted is missed by every route after it, by those nested below it, and by those of the records that
 * belong to it.
 */
function byDeletion(one: Ordered, other: Ordered): number {
  if (one.method !== 'delete' || other.method !== 'delete') {
    return Number(one.method === 'delete') - Number(other.method === 'delete')
  }
  return toDepth(other) - toDepth(one) || toLength(other) - toLength(one)
}

function toDepth({ deleted }: Ordered): number {
  return deleted === undefined ? 0 : depthOf(deleted.model)
}

function toLength({ template }: Ordered): number {
  return template.split('/').length
}

function toSegment(path: string, index: number): string {
  return decodeURIComponent(path.split('?')[0]?.split('/')[index + 1] ?? '')
}

/** The fields that a route refuses, which may hold a value that must be unique. */
function findRefused({ status, text }: TestResponse): readonly string[] {
  if (status !== 422) return []
  const { errors } = { ...(JSON.parse(text) as object) } as { readonly errors?: unknown }
  return typeof errors === 'object' && errors !== null ? Object.keys(errors) : []
}

function send(client: TestClient, { method, path, headers, body }: ContractCase) {
  return client.send(method, path, { headers, body, leavesEventStream: true })
}

/** A route whose function never answered was not tested, whatever else it has refused. */
function findUnanswered(
  { responses }: Operation,
  answers: readonly Answer[],
  context: Omit<RemedyContext, 'sendsFile'>,
): readonly string[] {
  // Sound: `toOperation` has written them.
  const all = responses as Readonly<Record<string, DocumentedResponse>>
  const stated = Object.keys(all).filter((status) => Number(status) < 400)
  const seen = new Set(answers.map(([, { status }]) => String(status)))
  const [first] = answers
  if (first === undefined) return []
  const [sent, { status, text }] = first
  return stated
    .filter((each) => !seen.has(each))
    .map(
      (each) =>
        `${sent.method} ${sent.path.slice(0, 200)}: no request was answered with ${each}. ` +
        `${toRequest(sent)} was answered with ${status} ${text.slice(0, 200)}. ` +
        remedyFor(status, { ...context, sendsFile: isFile(all[each]) }),
    )
}

/** Whether a response is something else than JSON, such as a file of a record. */
function isFile(response: DocumentedResponse | undefined): boolean {
  return Object.keys(response?.content ?? {}).some((type) => !type.endsWith('json'))
}

/** Whether a route that asks who sends a request has let the one as documented through. */
function isAccepted({ responses }: Operation, [first]: readonly Answer[]): boolean {
  return '401' in (responses as object) && first !== undefined && first[1].status !== 401
}

interface RemedyContext {
  readonly method: string
  /** Whether the missing answer is something else than JSON. */
  readonly sendsFile: boolean
  /** The last route that has accepted the headers; `undefined` if none has, or if each route gets its own. */
  readonly lastAccepted: string | undefined
}

function remedyFor(status: number, { method, lastAccepted, sendsFile }: RemedyContext): string {
  if (status === 401 && lastAccepted !== undefined) {
    return (
      `${lastAccepted} was the last to accept these \`headers\`. If it ends the login or the token, pass a function ` +
      'that returns new ones for each route: `headers: async () => ({ authorization: … })`.'
    )
  }
  if (status === 401 || status === 403) return 'Pass `headers` of a user who may do it.'
  if (status === 404 && sendsFile) {
    return 'Pass `parameters` of a record that exists and has a file: samples are PNG pictures, which its disk may not take.'
  }
  if (status === 404) return 'Pass `parameters` of records that exist.'
  if (status === 409 && method === 'delete') {
    return 'Pass `parameters` of a record that no other refers to.'
  }
  if (status === 422) return 'Give the route an example with `.describe()`, or pass `requests`.'
  if (status === 429)
    return 'The limit is not one of `tenon/limits`, so it counts here: raise it for the test.'
  return 'Pass `requests` that lead to it.'
}

function findProblem(
  { status, text, error, headers }: TestResponse,
  { responses }: Operation,
  components: DocumentedParts,
): string | undefined {
  // Sound: `toOperation` has written them.
  const stated = (responses as Readonly<Record<string, DocumentedResponse>>)[status]
  if (stated === undefined) {
    const cause = error instanceof Error && status >= 500 ? ` (${error.message})` : ''
    return `${status} is not documented${cause}`
  }
  if (/\n\s+at .+:\d+:\d+/.test(text)) return `${status} shows a stack`
  const { content, headers: sent = {} } = resolve(stated, components)
  const missing = Object.keys(sent).find(
    (name) => sent[name]?.required === true && !headers.has(name.toLowerCase()),
  )
  if (missing !== undefined) return `${status} has no ${missing}`
  if (content === undefined) return text === '' ? undefined : `${status} has a body`
  const type = headers.get('content-type') ?? ''
  const mediaType = Object.keys(content).find((each) => isOfType(type, each))
  if (mediaType === undefined)
    return `${status} is ${type} instead of ${Object.keys(content).join()}`
  const { schema = {} } = content[mediaType] ?? {}
  const mismatch = toValues(text, mediaType)
    .map((value) => findMismatch(value, schema, components.schemas))
    .find((found) => found !== undefined)
  return mismatch === undefined ? undefined : `${status} is not as documented: ${mismatch}`
}

/** The JSON of a body: one value, or one of each line. */
function toValues(text: string, mediaType: string): readonly unknown[] {
  if (mediaType === 'application/x-ndjson') {
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  }
  return mediaType.endsWith('json') ? [JSON.parse(text)] : []
}

function resolve(response: DocumentedResponse, { responses }: DocumentedParts): DocumentedResponse {
  const { $ref: reference } = response
  if (reference === undefined) return response
  return responses[reference.replace('#/components/responses/', '')] ?? {}
}

/** A request as a line that can be repeated. */
function toRequest({ title, method, path, body }: ContractCase): string {
  const sent = body === undefined ? '' : ` ${toLine(body)}`
  return `${method} ${path.slice(0, 200)}${sent.slice(0, 200)} (${title})`
}

function toLine(body: unknown): string {
  if (body instanceof FormData) return [...body.keys()].map((name) => `${name}=…`).join('&')
  return typeof body === 'string' ? body : JSON.stringify(body)
}
