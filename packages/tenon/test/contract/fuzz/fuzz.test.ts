import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { forEachDialect } from '../../support/for-each-dialect.ts'
import { serveShop } from '../serve-shop.ts'
import { toFitting, toMutated } from './arbitrary-value.ts'
import {
  Documented,
  toOperations,
  type Answer,
  type Document,
  type Operation,
  type Parameter,
} from './documented.ts'

/** How many requests are sent in all; `FUZZ_REQUESTS=5000` for a longer search. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 500)
const seed = Number(process.env['SEED'] ?? 20261123)

interface Sent {
  readonly method: string
  readonly target: string
  readonly authorization: string
  readonly body: unknown
}

forEachDialect('an application that states its answers', (open) => {
  let app: Awaited<ReturnType<typeof serveShop>>
  let document: Document

  before(async () => {
    app = await serveShop(await open.url())
    // Sound: the application serves nothing else there.
    document = (await (await fetch(`${app.origin}/openapi.json`)).json()) as Document
  })
  after(() => app[Symbol.asyncDispose]())

  it('is compared with its document, as these differences show', () => {
    const documented = new Documented(document)
    const [store] = toOperations(document).filter(
      ({ operationId }) => operationId === 'products.store',
    )
    assert.ok(store)
    const problemWith = (status: number, text: string, contentType = 'application/json') =>
      documented.problemWith(store, { status, contentType, text })

    assert.match(problemWith(201, '{"id":"x"}') ?? '', /must have required property|must be/)
    assert.match(problemWith(422, '{"message":1}') ?? '', /must/)
    assert.equal(problemWith(418, '{}'), '418 is not documented')
    assert.equal(problemWith(404, '', 'text/html'), '404 is not documented')
    assert.equal(problemWith(422, 'No', 'text/plain'), '422 is text/plain: No')
    assert.equal(documented.accepts(store, { name: 'Lamp' }), false)
  })

  const limit = { timeout: 60_000 + requests * 200 }
  it(
    'answers random requests as documented, accepts no invalid body and never fails',
    limit,
    async (t) => {
      const documented = new Documented(document)
      // This one waits as long as it is asked to.
      const operations = toOperations(document).filter(
        ({ operationId }) => operationId !== 'waiting',
      )
      const numRuns = Math.ceil(requests / operations.length)
      const seen = new Map<number, number>()
      const findings: string[] = []

      for (const operation of operations) {
        const property = fc.asyncProperty(
          toRequest(operation, document, app.keys),
          async (sent) => {
            const answer = await send(app.origin, operation, sent)
            seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
            const problem = findProblem(documented, operation, sent, answer)
            if (problem !== undefined) throw new Error(problem)
          },
        )
        const found = await fc.check(property, { seed, numRuns })
        if (!found.failed) continue
        const { counterexample, errorInstance } = found
        findings.push(
          `${operation.operationId}: ${JSON.stringify(counterexample)}: ${String(errorInstance)}`,
        )
      }

      t.diagnostic(`SEED=${seed}: ${JSON.stringify(Object.fromEntries(seen))}`)
      assert.deepEqual(findings, [])
      for (const status of [200, 201, 400, 401, 404, 422, 429])
        assert.ok(seen.has(status), `${status}`)
    },
  )
})

type Keys = Readonly<Record<string, string | number>>

function toRequest(
  { method, path, parameters = [], requestBody }: Operation,
  { components }: Document,
  keys: Keys,
): Arbitrary<Sent> {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  const fitting =
    schema === undefined ? fc.constant(undefined) : toFitting(schema, components.schemas)
  const values = Object.fromEntries(
    parameters.map((each) => [`${each.in} ${each.name}`, toParameter(each, keys)]),
  )
  return fc
    .record({
      values: fc.record(values),
      body:
        schema === undefined
          ? fitting
          : fc.oneof({ arbitrary: fitting, weight: 2 }, toMutated(fitting)),
      authorization: fc.oneof(
        { arbitrary: fc.constant('Bearer sesame'), weight: 5 },
        fc.constantFrom('', 'Bearer x'),
      ),
    })
    .map((parts) => ({
      method,
      target: toTarget(path, parameters, parts.values),
      authorization: parts.authorization,
      body: parts.body,
    }))
}

/** The key of a record most often; `undefined` leaves a parameter of the query out. */
function toParameter({ name, in: place, schema }: Parameter, keys: Keys): Arbitrary<unknown> {
  const key = keys[name]
  const text = toFitting(schema, {})
  const garbage = toMutated(text)
  if (place === 'query') return fc.oneof(text, text, fc.constant(undefined), garbage)
  return fc.oneof(
    { arbitrary: key === undefined ? text : fc.constant(key), weight: 6 },
    text,
    garbage,
  )
}

function toTarget(
  path: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    // The rest of a path has no encoded slash, and another path altogether would be another operation.
    const text = toText(values[`path ${name}`]).replaceAll(/[/\\]/g, '-')
    return encodeURIComponent(/^\.{0,2}$/.test(text) ? '-' : text)
  })
  const query = parameters
    .filter(({ in: place, name }) => place === 'query' && values[`query ${name}`] !== undefined)
    .map(({ name }) => `${name}=${encodeURIComponent(toText(values[`query ${name}`]))}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** Lone surrogates cannot be part of a URL, and long ones reach no route. */
function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.toWellFormed().slice(0, 1000)
}

async function send(origin: string, operation: Operation, sent: Sent): Promise<Answer> {
  const { method, target, authorization, body } = sent
  const isForm = operation.requestBody !== undefined && !takesJson(operation)
  const response = await fetch(origin + target, {
    method,
    headers: {
      ...(authorization === '' ? {} : { authorization }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? toForm(body) : JSON.stringify(body) }),
  })
  const contentType = response.headers.get('content-type') ?? ''
  return { status: response.status, contentType, text: await response.text() }
}

function takesJson({ requestBody }: Operation): boolean {
  return requestBody?.content['application/json'] !== undefined
}

function toForm(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...(body as object) })) {
    form.append(name, name === 'file' ? new Blob([toText(value)]) : toText(value))
  }
  return form
}

function findProblem(
  documented: Documented,
  operation: Operation,
  { body, authorization }: Sent,
  answer: Answer,
): string | undefined {
  const isStranger = operation.security !== undefined && authorization !== 'Bearer sesame'
  if (isStranger && answer.status !== 401) return `${answer.status} for a stranger`
  const isAccepted = answer.status < 300 && takesJson(operation) && body !== undefined
  if (isAccepted && !documented.accepts(operation, JSON.parse(JSON.stringify(body)))) {
    return `${answer.status} for an invalid body`
  }
  return documented.problemWith(operation, answer)
}
