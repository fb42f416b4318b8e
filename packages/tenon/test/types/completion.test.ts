import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createService, toPath } from '../support/language-service.ts'

/** Each `|` is a position of the cursor. */
const application = `import { get, handler, page, route, routes } from 'tenon'
import { action, createClient } from 'tenon/client'
import { c, hasMany, Model } from 'tenon/models'

class Post extends Model('posts', { id: c.id(), user_id: c.integer() }) {}
class User extends Model('users', { id: c.id() }) {
  static readonly posts = hasMany(() => Post, 'user_id')
}
const web = routes([
  get('/', () => '').name('home'),
  get('/users/{user}/posts/{post}', handler({ user: User, post: Post }).run(() => '')).name('post'),
])
declare module 'tenon' {
  interface Register {
    routes: typeof web
    pages: { 'Todos/Index': () => unknown; 'Todos/Show': (props: { title: string }) => unknown }
  }
}

const api = createClient()
page('|')
page('Todos/Sh|')
page('Todos/Show', { t| })
route('|')
route('post', { | })
route('post', { user: 1, | })
action('po|')
api('post', { | })
User.with('|')
`

describe('the suggestions of an editor', () => {
  it('are the existing names', { timeout: 60_000 }, () => {
    assert.deepEqual(suggestions(application), [
      ['Todos/Index', 'Todos/Show'],
      ['Todos/Index', 'Todos/Show'],
      ['"~columns"', 'title', 'toJSON'],
      ['home', 'post'],
      ['post', 'user'],
      ['post'],
      ['home', 'post'],
      ['post', 'user'],
      ['posts'],
    ])
  })
})

/** The suggestions at each `|`. */
function suggestions(marked: string): readonly (readonly string[])[] {
  const parts = marked.split('|')
  const service = createService({ 'suggestions.ts': parts.join('') })
  return parts.slice(0, -1).map((_, i) => {
    const position = parts.slice(0, i + 1).join('').length
    const found = service.getCompletionsAtPosition(toPath('suggestions.ts'), position, {})
    return found?.entries.map(({ name }) => name).toSorted() ?? []
  })
}
