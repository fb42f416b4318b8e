import type { RouteList } from '../../../web/routing/route-list.ts'
import type { Entry } from '../../../web/routing/types/entry.ts'
import { writeOpenApi } from '../../contract/openapi/document.ts'
import type { NamedSchemas } from '../../contract/openapi/json-schema.ts'
import type { Operation } from '../../contract/openapi/operation.ts'
import type { TestClient } from '../test-client.ts'
import type { TestResponse } from '../test-response.ts'
import { toContractCases, type ContractCase } from './contract-cases.ts'

/** Options of `checkContract`. */
export interface ContractOptions {
  /** Values for the parameters of paths, by name: the keys of records that exist. Default: samples. */
  readonly parameters?: Readonly<Record<string, string | number>>
  /** Headers that identify a user; one request of each route is sent without them. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends every route that states its answers what it takes, and then each thing that it does not take:
 * garbage for keys, records that are gone, each field missing or wrong, bodies that are not objects or too
 * large, another site, nobody.
 *
 * Returns a sentence for each answer that is not documented, a request to repeat included; an empty
 * list if everything is as documented.
 */
export async function checkContract(
  client: TestClient,
  routes: RouteList<Entry>,
  { parameters = {}, headers = {} }: ContractOptions = {},
): Promise<readonly string[]> {
  const { document } = writeOpenApi(routes, { title: 'Tests', version: '0' })
  // Sound: `writeOpenApi` has written both.
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const { schemas } = document['components'] as { readonly schemas: NamedSchemas }
  const cases = Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const route = { method, template, operation, components: schemas, parameters, headers }
      return toContractCases(route).map((sent) => ({ sent, operation }))
    }),
  )
  const findings: string[] = []
  for (const { sent, operation } of cases) {
    const finding = findProblem(await send(client, sent), operation)
    if (finding !== undefined) findings.push(`${toRequest(sent)}: ${finding}`)
  }
  return findings
}

function send(client: TestClient, { method, path, headers, body }: ContractCase) {
  return client.send(method, path, { headers, body })
}

function findProblem(
  { status, text, error, headers }: TestResponse,
  { responses }: Operation,
): string | undefined {
  if (!Object.hasOwn(responses as object, status)) {
    const cause = error instanceof Error && status >= 500 ? ` (${error.message})` : ''
    return `${status} is not documented${cause}`
  }
  if (status >= 400 && headers.get('content-type')?.includes('json') !== true) {
    return `${status} is not JSON`
  }
  return /\n\s+at .+:\d+:\d+/.test(text) ? `${status} shows a stack` : undefined
}

/** A request as a line that can be repeated. */
function toRequest({ title, method, path, body }: ContractCase): string {
  const sent =
    body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`
  return `${method} ${path.slice(0, 200)}${sent.slice(0, 200)} (${title})`
}
