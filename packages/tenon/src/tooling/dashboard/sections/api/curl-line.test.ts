import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCurlLine } from './curl-line.ts'

describe('the command for a shell', () => {
  it('has the credentials of each scheme that a route declares', () => {
    const lines = ['bearer', 'token', 'session'].map((scheme) => commandWith(scheme))

    assert.deepEqual(
      lines.map((line) => line.split(' \\\n  ').slice(2)),
      [
        ['-H "Authorization: Bearer $TOKEN"'],
        ['-H "Authorization: Token $TOKEN"'],
        ['-H "Cookie: session=$SESSION"'],
      ],
    )
  })
})

function commandWith(scheme: string): string {
  const operation = { method: 'GET', path: '/shelf', operationId: 'shelf.show', responses: {} }
  const document = { operations: [], schemas: {}, responses: {}, problems: [] }
  return toCurlLine({ ...operation, security: [{ [scheme]: [] }] }, document, 'http://localhost')
}
