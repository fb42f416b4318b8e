import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get, routes } from 'tenon'
import { c, Model, view } from 'tenon/models'
import { createRouter } from '../../src/web/routing/router.ts'
import { createRequest } from '../support/create-request.ts'

class Note extends Model('notes', { id: c.id(), title: c.text() }) {}

describe('a handler that returns a query without running it', () => {
  const router = createRouter(
    routes([
      get('/now', () => Note.where('title', 'Write')),
      get('/later', async () => ({ notes: Note.query() })),
      get('/columns', () => Note.query().select('title')),
      get('/groups', () => ({ titles: Note.query().groupBy('title').count() })),
      get('/view', () => Note.query().select(view(Note, ['title']))),
    ]),
  )

  it('answers 500 and says what is missing', async () => {
    for (const path of ['/now', '/later', '/columns', '/groups', '/view']) {
      const reply = await router.dispatch(createRequest(path))

      assert.equal(reply.statusCode, 500, path)
      assert.match(
        String(reply.error),
        /query on "notes" was sent without being run\. Add \.all\(\)/,
        path,
      )
    }
  })
})
