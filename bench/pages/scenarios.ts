import assert from 'node:assert/strict'
import type { Answer } from '../http/scenarios.ts'
import { assetVersion, records } from './records.ts'

/** One kind of request, and the response expected from every server. */
export interface Scenario {
  readonly name: string
  /** The request as sent over the connection, with the cookies of an earlier response. */
  toRequest(cookies: string): Buffer
  /** Throws if a response is not the expected one. */
  verify(answer: Answer): void
}

export const scenarios: readonly Scenario[] = [20, 200].flatMap((count) => [
  {
    name: `page object, ${count} records`,
    toRequest: (cookies) =>
      toRequest(count, cookies, { 'X-Inertia': 'true', 'X-Inertia-Version': assetVersion }),
    verify(answer) {
      assert.equal(answer.headers.get('x-inertia'), 'true')
      verifyPage(answer.body, count)
    },
  },
  {
    name: `HTML, ${count} records`,
    toRequest: (cookies) => toRequest(count, cookies, {}),
    verify(answer) {
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(answer.body, /<script [^>]*src="[^"]*\/app-b2\.js"/)
      assert.match(answer.body, /<link rel="modulepreload" href="[^"]*\/Index-d4\.js"/)
      const json = /data-page="app" type="application\/json">(.*?)<\/script>/.exec(answer.body)?.[1]
      verifyPage(json ?? '', count)
    },
  },
])

type HeaderFields = Readonly<Record<string, string>>

function toRequest(count: number, cookies: string, headers: HeaderFields): Buffer {
  const common = { Host: 'localhost', Accept: 'text/html, application/xhtml+xml' }
  const all = { ...common, ...headers, ...(cookies === '' ? {} : { Cookie: cookies }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET /todos/${count} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

function verifyPage(json: string, count: number): void {
  const { component, props, url, version } = JSON.parse(json)
  assert.deepEqual(
    { component, url, version, todos: props.todos },
    {
      component: 'Todos/Index',
      url: `/todos/${count}`,
      version: assetVersion,
      todos: records.slice(0, count),
    },
  )
}
