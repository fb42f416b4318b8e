import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClient } from './create-client.ts'

describe('a refused call', () => {
  it('has a message and the body, also if the application writes errors in its own format', async () => {
    const sent = { title: 'No', errors: ['one'] }
    const api = createClient({
      baseUrl: 'https://books.example',
      routes: [{ name: 'books', method: 'GET', path: '/books' }],
      fetch: async () => Response.json(sent, { status: 409 }),
    })

    const refused = { ...((await api('books').result()) as object), headers: undefined }

    assert.partialDeepStrictEqual(refused, {
      ok: false,
      status: 409,
      message: 'No',
      errors: { 0: 'one' },
      body: sent,
    })
  })
})
