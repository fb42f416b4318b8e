import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import * as fc from 'fast-check'
import { forEachDialect } from '../../support/for-each-dialect.ts'
import { serveShop } from '../serve-shop.ts'
import {
  Documented,
  toOperations,
  type Answer,
  type Document,
  type Operation,
} from './documented.ts'
import { isSent, send, takesForm, toRequest, type Sent } from './random-request.ts'

/** How many requests are sent in all; `FUZZ_REQUESTS=5000` for a longer search. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 500)
const seed = Number(process.env['SEED'] ?? 20261123)

forEachDialect('an application that declares its responses', (open) => {
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
    const find = (id: string): Operation => {
      const operation = toOperations(document).find(({ operationId }) => operationId === id)
      assert.ok(operation)
      return operation
    }
    const [store, list, upload] = ['products.store', 'products.index', 'attachments.store'].map(
      find,
    )
    assert.ok(store && list && upload)
    const problemWith = (
      status: number,
      text: string,
      type = 'application/json',
      operation = store,
    ) => {
      const headers = new Headers({ 'content-type': type })
      return documented.problemWith(operation, { status, headers, text })
    }
    const accepts = (name: string, text: string | object | undefined) =>
      list.parameters
        ?.filter((each) => each.name === name)
        .map((each) => documented.acceptsText(each, text))

    assert.match(problemWith(201, '{"id":"x"}') ?? '', /must have required property|must be/)
    assert.match(problemWith(422, '{"message":1}') ?? '', /must/)
    assert.equal(problemWith(418, '{}'), '418 is not documented')
    assert.equal(problemWith(404, '', 'text/html'), '404 is not documented')
    assert.equal(problemWith(422, 'No', 'text/plain'), '422 is text/plain: No')
    assert.equal(
      problemWith(401, '{"message":"No"}', 'application/json', find('me.show')),
      '401 has no WWW-Authenticate',
    )
    assert.equal(documented.accepts(store, { name: 'Lamp' }), false)
    assert.deepEqual(
      ['1', '0', 'x', undefined].map((text) => accepts('page', text)),
      [[true], [false], [false], [true]],
    )
    assert.deepEqual(accepts('filter', { name: 'x'.repeat(51) }), [false])
    assert.deepEqual(
      ['Plan', ''].map((title) => documented.acceptsForm(upload, { file: 'x', title })),
      [true, false],
    )
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

function findProblem(
  documented: Documented,
  operation: Operation,
  sent: Sent,
  answer: Answer,
): string | undefined {
  const { target, authorization } = sent
  const { security = [] } = operation
  const isStranger = security.length > 0 && authorization !== 'Bearer sesame'
  // A path that has a NUL leads to no route, so nobody asks for a token.
  if (isStranger && answer.status !== 401 && !target.includes('%00')) {
    return `${answer.status} for a stranger`
  }
  const wrong = answer.status < 300 ? findInvalid(documented, operation, sent) : undefined
  if (wrong !== undefined) return `${answer.status} for an invalid ${wrong}`
  return documented.problemWith(operation, answer)
}

/** What in a request is not as documented. */
function findInvalid(
  documented: Documented,
  operation: Operation,
  { body, texts }: Sent,
): string | undefined {
  const parameters = (operation.parameters ?? []).filter(isSent)
  const wrong = parameters.find((each, i) => !documented.acceptsText(each, texts[i]))
  if (wrong !== undefined) return wrong.name
  if (body === undefined) return undefined
  const fits = takesForm(operation)
    ? documented.acceptsForm(operation, body)
    : documented.accepts(operation, JSON.parse(JSON.stringify(body)))
  return fits ? undefined : 'body'
}
