import assert from 'node:assert/strict'
import { it } from 'node:test'
import { get, handler, post, routes } from 'tenon'
import { list, shape } from 'tenon/answers'
import { accounts, policy } from 'tenon/auth'
import { c, Model } from 'tenon/models'
import { z } from 'zod'
import { serve } from '../auth/serve.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { askAgent } from './ask-agent.ts'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}
class Note extends Model('notes', { id: c.id(), user_id: c.integer(), title: c.text() }) {}

const auth = accounts(User, {
  login: 'email',
  password: 'password',
  tokens: { abilities: ['notes:read', 'notes:write'] },
})
const NotePolicy = policy(auth, Note, { update: (user, note) => note.user_id === user.id })

const index = handler({ user: auth.user })
  .answers(shape({ notes: list(Note) }))
  .run(async ({ user }) => ({ notes: await Note.where('user_id', user.id).all() }))
const publish = handler({ note: Note, user: auth.user })
  .answers(z.object({ published: z.string() }))
  .run(({ note }) => ({ published: note.title }))

const web = routes([
  get('/notes', index)
    .name('notes.index')
    .tool('List the notes of the user')
    .middleware(auth.token('notes:read')),
  post('/notes/{note}/publish', publish)
    .name('notes.publish')
    .tool('Publish a note')
    .middleware(auth.token('notes:write'))
    .can(NotePolicy.update),
])

forEachDialect('a tool behind a token', (open) => {
  it("is called with the agent's token: its abilities and the policies of its user decide", async () => {
    await using app = await serve(
      { routes: web },
      { databaseUrl: await open.url(), tables: [User, Note] },
    )
    const ada = await User.create({ email: 'ada@example.com', password: '' })
    const bob = await User.create({ email: 'bob@example.com', password: '' })
    const own = await Note.create({ user_id: ada.id, title: 'Mine' })
    const other = await Note.create({ user_id: bob.id, title: 'His' })
    const calls = [
      ['notes_index', {}],
      ['notes_publish', { note: own.id }],
      ['notes_publish', { note: other.id }],
    ] as const
    const ask = async (abilities: readonly ('notes:read' | 'notes:write')[]) => {
      const { text } = await auth.tokens.issue(ada, { name: 'agent', abilities, expires: '1d' })
      const { results } = await askAgent(app.origin, calls, { authorization: `Bearer ${text}` })
      return results.map(({ isError, structuredContent = null }) => structuredContent ?? isError)
    }
    const stranger = await askAgent(app.origin, calls)

    assert.deepEqual(await ask(['notes:read']), [{ notes: [own.toJSON()] }, true, true])
    assert.deepEqual(await ask(['notes:write']), [true, { published: 'Mine' }, true])
    assert.deepEqual(
      stranger.results.map(({ isError }) => isError),
      [true, true, true],
    )
  })
})
