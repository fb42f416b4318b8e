import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { file } from '../../src/web/http/file.ts'
import type { HttpRequest } from '../../src/web/http/request.ts'
import type { Middleware } from '../../src/web/routing/handler.ts'
import { get, group, post } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { Forbidden } from '../../src/base/support/http-error.ts'
import { startApplication } from './start-application.ts'

const refuse: Middleware = () => {
  throw new Forbidden()
}
const guarded = {
  routes: routes([
    get('/', () => 'front'),
    get('/{page}', () => 'a page'),
    group('/admin', [
      get('/users', () => 'secret'),
      post('/users', () => 'secret'),
      get('/users/{id}', () => 'secret'),
    ]).middleware(refuse),
  ]),
}

/** Spellings of a path that a layer in front may interpret as another path. */
const disguises = [
  '/admin/users',
  '//admin/users',
  '/admin//users',
  '///admin/users',
  '/./admin/users',
  '/admin/./users',
  '/a/../admin/users',
  '/admin/users/',
  '/admin/users//',
  '/admin/users/.',
  '/admin/users/..',
  '/ADMIN/users',
  '/Admin/Users',
  '/%61dmin/users',
  '/%2561dmin/users',
  '/admin/%75sers',
  '/admin%2fusers',
  '/admin%2Fusers',
  '/admin%252fusers',
  '/admin%5cusers',
  '/admin\\users',
  '\\admin\\users',
  '/%2e/admin/users',
  '/%2e%2e/admin/users',
  '/a/%2e%2e/admin/users',
  '/.;/admin/users',
  '/admin;/users',
  '/admin;a=b/users',
  '/admin/users;.css',
  '/admin/users.json',
  '/admin/users%00',
  '/admin/users%00.css',
  '/admin/users%20',
  '/admin/users%09',
  '/admin/users%23',
  '/admin/users?a=/public',
  '/admin/users/7',
  '/admin/users/7%2f..',
  '/admin/users/%2e%2e',
  '/admin\u00a0/users',
  '/ádmin/users',
  'http://localhost/admin/users',
  'HTTP://LOCALHOST/admin/users',
]

describe('a path that layers interpret differently', () => {
  it('does not bypass the middleware of the route that answers', async () => {
    await using app = await startApplication(guarded)

    for (const path of disguises) {
      const { status, body } = await app.send({ path })
      // An escaped slash is data, so some of these refer to a public page.
      const isFront = status === 200 && body === 'a page'
      assert.ok(isFront || [308, 400, 403, 404].includes(status), `${path} was answered ${status}`)
      assert.ok(!body.includes('secret'), path)
    }
  })

  it('does not bypass it with another method either', async () => {
    await using app = await startApplication(guarded)
    const path = '/admin/users'
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const sent = [
      { method: 'HEAD' },
      { method: 'POST' },
      { method: 'POST', headers: form, body: '_method=GET' },
      { method: 'POST', headers: form, body: '_method=PUT' },
      { method: 'PUT' },
      { method: 'OPTIONS', headers: { 'X-HTTP-Method-Override': 'GET' } },
      { method: 'DELETE', headers: { 'X-HTTP-Method-Override': 'GET' } },
    ]

    for (const each of sent) {
      const { status, body } = await app.send({ path, ...each })
      const isRefused = [204, 403, 405].includes(status) && !body.includes('secret')
      assert.ok(isRefused, `${JSON.stringify(each)} was answered ${status}: ${body}`)
    }
  })

  it('refers to exactly the page it names, and is decoded once', async () => {
    const echo = (request: HttpRequest) => request.param('page') ?? ''
    await using app = await startApplication({ routes: routes([get('/{page}', echo)]) })
    const names: readonly [sent: string, read: string][] = [
      ['/a%2fb', 'a/b'],
      ['/%2e%2e%2fadmin', '../admin'],
      ['/%252e', '%2e'],
      ['/__proto__', '__proto__'],
      ['/constructor', 'constructor'],
    ]

    for (const [sent, read] of names)
      assert.equal((await app.send({ path: sent })).body, read, sent)
  })
})

describe('a path to a file', () => {
  it('cannot leave its folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-paths-'))
    mkdirSync(join(folder, 'public'))
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    writeFileSync(join(folder, 'public/.env'), 'secret')
    writeFileSync(join(folder, 'public/a.txt'), 'public')
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'public/inside.txt'))
    const serve = (request: HttpRequest) =>
      file(request.param('name') ?? '', { root: join(folder, 'public') })
    await using app = await startApplication({ routes: routes([get('/files/{name}', serve)]) })
    const status = async (name: string) => (await app.send({ path: `/files/${name}` })).status

    assert.equal(await status('a.txt'), 200)
    for (const name of [
      '..%2fsecret.txt',
      '%2e%2e%2fsecret.txt',
      '..%5csecret.txt',
      'x%2f..%2f..%2fsecret.txt',
      '%2fetc%2fpasswd',
      '.env',
      'a.txt%00',
      'a.txt%00.css',
      '..',
      '.',
    ]) {
      const { status, body } = await app.send({ path: `/files/${name}` })
      assert.ok(status === 400 || status === 403 || status === 404, `${name}: ${status}`)
      assert.ok(!body.includes('secret') && !body.includes('root:'), name)
    }
    rmSync(folder, { recursive: true })
  })
})
