// Boards of notes that follow the database, for guests and for users.
import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { application, del, get, handler, json, page, post, routes } from '../../../src/index.ts'
import { live } from '../../../src/pages.ts'
import { liveStreams } from '../../../src/pages/live/current-streams.ts'
import { feeds } from '../../../src/stores/changes/current-feed.ts'
import {
  auth,
  board,
  boardChannel,
  kindChannel,
  Note,
  noteChannel,
  NotePolicy,
  User,
} from './channels.ts'

const titles = (board: number) => Note.where('board', board).pluck('title')

export const app = application({
  root: import.meta.dirname,
  models: { Note, User },
  live: { streamsPerAddress: Number(process.env['STREAMS'] ?? 50) },
  routes: routes([
    get(
      '/boards/{board}',
      handler({ board }).run(({ board }) =>
        page('Board', { board, titles: live(() => titles(board)) }),
      ),
    ),
    get(
      '/mine/{board}',
      handler({ user: auth.user, board }).run(({ user, board }) =>
        page('Mine', { email: user.email, titles: live(() => titles(board)) }),
      ),
    ).middleware(auth.required),
    // What the process holds, after all garbage is collected.
    get('/held', () => {
      setFlagsFromString('--expose-gc')
      runInNewContext('gc')()
      const { heapUsed: heap, rss: resident } = process.memoryUsage()
      const handles = process.getActiveResourcesInfo().length
      const descriptors = readdirSync('/proc/self/fd').length
      const { count: streams } = liveStreams.get() ?? {}
      const { watchers } = feeds.get() ?? {}
      return json({ streams, watchers, heap, resident, handles, descriptors })
    }),
    del('/notes', async () => {
      await Note.query().delete()
      return json(null)
    }),
    get(
      '/notes/{note}',
      handler({ note: Note }).run(({ note }) =>
        page('Note', { title: live(async () => (await note.refresh()).title) }),
      ),
    )
      .middleware(auth.required)
      .can(NotePolicy.view),
    get('/silent', () => page('Silent', { time: live(() => Date.now()) })),
    get('/boards/{board}/channel', boardChannel),
    get('/boards/{board}/kind', kindChannel),
    get('/notes/{note}/channel', noteChannel).middleware(auth.required).can(NotePolicy.view),
    post(
      '/boards/{board}/typing/{name}',
      handler({ board }).run(async ({ board }, request) => {
        await boardChannel.publish({ board }, { typing: request.param('name') ?? '' })
        return json(null)
      }),
    ),
    post(
      '/notes/{note}/text/{text}',
      handler({ note: Note }).run(async ({ note }, request) => {
        await noteChannel.publish({ note }, { text: request.param('text') ?? '' })
        return json(null)
      }),
    ),
    post(
      '/notes/{note}/rename/{title}',
      handler({ note: Note }).run(async ({ note }, request) => {
        await note.update({ title: request.param('title') ?? '' })
        return json(null)
      }),
    ),
    post(
      '/boards/{board}/{title}',
      handler({ board }).run(async ({ board }, request) => {
        await Note.create({ board, title: request.param('title') ?? '' })
        return json(null).status(201)
      }),
    ),
    post('/gone/{name}', async (request) => {
      await User.where('email', `${request.param('name')}@example.com`).delete()
      return 'gone'
    }),
    post('/login/{name}', async (request) => {
      const email = `${request.param('name')}@example.com`
      const known = await User.where('email', email).first()
      await auth.login(request, known ?? (await User.create({ email, password: '' })))
      return json(null)
    }),
    post('/logout', async (request) => {
      await auth.logout(request)
      return json(null)
    }),
  ]),
})
await app.run(process.argv.slice(2))
