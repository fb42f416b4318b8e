import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { testApp } from 'tenon/testing'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { pick, seeded, toRandomValue, type Random, type Schema } from './random-requests.ts'
import { apiFile } from './start-api.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: object }>
  >
}

const requestsPerOperation = 60
const seed = Number(process.env['SEED'] ?? 20261122)

forEachDialect('an application that states its answers', (open) => {
  it('answers random requests with documented statuses and bodies only, never a 500', async (t) => {
    await using app = await testApp({ application: apiFile, databaseUrl: await open.url() })
    const client = app.as('json')
    const document = JSON.parse((await client.get('/openapi.json')).text)
    const isFitting = toValidator(document)
    const random = seeded(seed)
    const findings: string[] = []
    const seen = new Map<number, number>()

    for (const operation of toOperations(document)) {
      for (let i = 0; i < requestsPerOperation; i++) {
        const { target, body, headers } = toRequest(operation, random)
        const answer = await client.send(operation.method, target, { body, headers })
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        const problem = isFitting(operation, answer.status, answer.text)
        if (problem !== undefined) {
          findings.push(`${operation.method} ${target} ${JSON.stringify(body)}: ${problem}`)
        }
      }
    }

    const [authors] = toOperations(document)
    assert.ok(authors && isFitting(authors, 200, '[{ "id": "x" }]')?.includes('must'))
    t.diagnostic(`seed ${seed}: ${JSON.stringify(Object.fromEntries(seen))}`)
    assert.deepEqual(findings, [])
    for (const status of [200, 201, 400, 401, 404, 422]) assert.ok(seen.has(status), `${status}`)
  })
})

function toOperations(document: { readonly paths: object }): readonly Operation[] {
  return Object.entries<Readonly<Record<string, Operation>>>({ ...document.paths }).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
      })),
  )
}

function toRequest({ path, parameters = [], requestBody }: Operation, random: Random) {
  const values = parameters
    .filter(({ in: place }) => place === 'path' || random() < 0.7)
    .map((each) => ({ ...each, text: toText(toRandomValue(each.schema, random)) }))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const text = values.find((each) => each.in === 'path' && each.name === name)?.text ?? ''
    // Another path altogether would be another operation.
    return encodeURIComponent(/^\.{0,2}$/.test(text) ? '-' : text)
  })
  const query = values
    .filter(({ in: place }) => place === 'query')
    .map(({ name, text }) => `${name}=${encodeURIComponent(text)}`)
    .join('&')
  const schema = requestBody?.content['application/json']?.schema
  return {
    target: query === '' ? filled : `${filled}?${query}`,
    body: schema && JSON.stringify(toRandomValue(schema, random)),
    headers: {
      ...(schema === undefined ? {} : { 'content-type': 'application/json' }),
      ...(random() < 0.7 ? { authorization: pick(['Bearer sesame', 'Bearer x'], random) } : {}),
    },
  }
}

/** Lone surrogates cannot be part of a URL. */
function toText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
}

/** Says how an answer differs from the document, by a validator of others. */
function toValidator(document: object) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'api', ...document })
  return (operation: Operation, status: number, text: string): string | undefined => {
    const response = operation.responses[status]
    if (response === undefined) return `${status} is not documented`
    const place =
      response.$ref ??
      `#/paths/${escape(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`
    if (response.$ref === undefined && response.content === undefined) {
      return text === '' ? undefined : `${status} has a body: ${text}`
    }
    const isValid = ajv.validate(
      { $ref: `api${place}/content/application~1json/schema` },
      JSON.parse(text),
    )
    return isValid ? undefined : `${status} ${ajv.errorsText()}: ${text}`
  }
}

/** RFC 6901, as a part of a URI. */
function escape(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}
