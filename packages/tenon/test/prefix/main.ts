// An application with what writes URLs, to test it below the path of APP_URL.
import { z } from 'zod'
import {
  application,
  back,
  body,
  get,
  handler,
  json,
  localized,
  page,
  post,
  redirect,
  route,
  routes,
  signed,
  signedRoute,
  text,
} from '../../src/index.ts'
import { localizedAddresses } from '../../src/languages-server.ts'
import { session } from '../../src/session.ts'
import { unsubscribe } from '../../src/mail.ts'
import { disk } from '../../src/storage.ts'

const note = body(z.object({ title: z.string().min(3) }))
const news = unsubscribe('news', z.object({ user: z.number() })).run(() => {})
const reports = disk('reports', { types: ['text/csv'] })
const urlOf = (name: string): string => route(name) ?? ''

export const app = application({
  root: import.meta.dirname,
  languages: ['en', 'de'],
  openapi: { title: 'Prefix', version: '1' },
  routes: routes([
    get('/', () => page('Home', {})).name('home'),
    get('/echo', (request) => {
      const { target, base } = request
      return json({ path: request.path(), target, base, web: request.web().url })
    }).name('echo'),
    get('/urls', () => json({ home: urlOf('home'), echo: urlOf('echo'), about: urlOf('about') })),
    get('/named', () => redirect(urlOf('echo'))),
    get('/by-hand', () => redirect('/echo?a=1')),
    get('/away', () => redirect.external('https://elsewhere.example/echo')),
    post('/back', () => back()),
    get('/shared', () => text('shared'))
      .name('shared')
      .middleware(signed),
    get('/share', () => json(signedRoute('shared' as never, {} as never, { expires: '1h' }))),
    get('/report', async () => {
      const key = await reports.put(new TextEncoder().encode('a,b'), { type: 'text/csv' })
      return json(await reports.url(key, { expires: '1h' }))
    }),
    get('/unsubscribe', async () => json(await news.path({ user: 7 }))),
    get('/visits', async (request) => {
      const current = await session(request)
      current.set('visits', 1)
      return json(null).cookie('own', '1').cookie('wide', '1', { path: '/' })
    }),
    get('/notes/create', () => page('Notes/Create', {})).name('notes.create'),
    post(
      '/notes',
      handler({ note }).run(() => redirect(urlOf('home'))),
    ).name('notes.store'),
    localized([get('/about', (request) => json(localizedAddresses(request))).name('about')]),
  ]),
})
await app.run(process.argv.slice(2))
