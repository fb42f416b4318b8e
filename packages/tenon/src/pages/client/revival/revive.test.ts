import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServiceClient } from '../calls/create-service-client.ts'
import { revive } from './revive.ts'

/** Answers a route whose routes say this of its values. */
function call(values: unknown, answer: Response) {
  const routes = [{ name: 'todos', method: 'GET', path: '/todos', values }]
  const fetch = (): Promise<Response> => Promise.resolve(answer)
  return createServiceClient({ baseUrl: 'https://todos.example', routes, fetch, revive })('todos')
}

describe('revive', () => {
  it('reads only what a server has stated for this status', async () => {
    const at = '2026-11-24T12:00:00.000Z'
    const places = { 200: { fields: { at: 'Date' } } }

    assert.deepEqual(await call(places, Response.json({ at, on: at })), {
      at: new Date(at),
      on: at,
    })
    assert.deepEqual(await call(places, Response.json({ at }, { status: 201 })), { at })
  })

  it('leaves what another version of the server sends as it is', async () => {
    const places = { 200: { fields: { copies: 'bigint', at: 'Date', list: { items: 'Date' } } } }

    const sent = { copies: 'many', at: null, list: { not: 'a list' } }

    assert.deepEqual(await call(places, Response.json(sent)), sent)
  })

  it('sets fields of any name, and no prototypes', async () => {
    const places = { 200: { fields: {}, others: 'Date' } }
    const body = '{"__proto__":"2026-11-24T12:00:00.000Z","constructor":"2026-11-24T12:00:00.000Z"}'

    const headers = { 'content-type': 'application/json' }
    const value = Object(await call(places, new Response(body, { headers })))

    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
    assert.ok(value.constructor instanceof Date)
  })

  it('asks for routes that say where dates are', async () => {
    await assert.rejects(
      call(undefined, Response.json({})),
      /^Error: The routes do not say where dates are\. Print them again: routes --json\.$/,
    )
  })
})
