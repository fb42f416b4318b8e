import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { defaultBodyLimits } from '../../web/body/body-limits.ts'
import { parseTrustedProxies } from '../../web/http/origin.ts'
import { HttpRequest } from '../../web/http/request.ts'
import { Reply } from '../../web/http/reply.ts'
import { routes } from '../../web/routing/route-list.ts'
import { createRouter } from '../../web/routing/router.ts'
import { createBuiltFiles } from './built-files.ts'

const root = mkdtempSync(join(tmpdir(), 'tenon-files-'))
after(() => rmSync(root, { recursive: true }))

const contents = {
  'secret.txt': 'outside',
  'public/.vite/manifest.json': '{}',
  'public/.env': 'secret',
  'public/robots.txt': 'all',
  'public/assets/app-1.js': 'plain',
  'public/assets/app-1.js.br': 'brotli',
  'public/assets/app-1.js.gz': 'gzip',
  'public/ä b.txt': 'umlaut',
  'public/archive.gz': 'alone',
  'public/.well-known/security.txt': 'Contact:',
  'public/.well-known/.hidden': 'secret',
  'public/[a].txt': 'brackets',
  'public/100%.txt': 'percent',
}
for (const [path, content] of Object.entries(contents)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
const router = createRouter(routes([]), { builtIns: createBuiltFiles(root) })

function toRequest(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const trustedProxies = parseTrustedProxies('')
  assert.ok(trustedProxies)
  const exchange = {
    method,
    target,
    headers,
    header: (name: string) => headers[name],
    remoteAddress: '::1',
    isEncrypted: false,
    startedAt: 0,
    readBody: async () => new Uint8Array(),
    streamBody: async function* () {},
    onAbort: () => {},
    onClose: () => {},
    onRelease: () => {},
  }
  return new HttpRequest(exchange, { trustedProxies, bodyLimits: defaultBodyLimits })
}

/** The answer with a file; `undefined` for a path without one. */
async function ask(...parameters: Parameters<typeof toRequest>) {
  const reply = await router.dispatch(toRequest(...parameters))
  assert.ok(reply instanceof Reply)
  return reply.statusCode < 400 ? reply : undefined
}

async function show(headers: Record<string, string>) {
  const reply = await ask('/assets/app-1.js', headers)
  assert.ok(reply?.body instanceof Uint8Array)
  return { text: String(Buffer.from(reply.body)), encoding: reply.getHeader('content-encoding') }
}

describe('createBuiltFiles', () => {
  it('answers with the best encoding that the client accepts', async () => {
    assert.deepEqual(await show({ 'accept-encoding': 'gzip, deflate, br' }), {
      text: 'brotli',
      encoding: 'br',
    })
    assert.deepEqual(await show({ 'accept-encoding': 'gzip, br;q=0' }), {
      text: 'gzip',
      encoding: 'gzip',
    })
    const late = `${'x;q=0.1,'.repeat(1500)}br`
    assert.deepEqual(await show({ 'accept-encoding': late }), {
      text: 'plain',
      encoding: undefined,
    })
    assert.deepEqual(await show({}), { text: 'plain', encoding: undefined })
  })

  it('marks hashed files as immutable, and varies by encoding', async () => {
    const reply = await ask('/assets/app-1.js?v=1', { 'accept-encoding': 'br' })

    assert.match(reply?.contentType ?? '', /javascript; charset=utf-8$/)
    assert.ok(reply)
    assert.equal(reply.getHeader('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(reply.getHeader('vary'), 'Accept-Encoding')
  })

  it('answers 304 to a client that has the file', async () => {
    const etag = (await ask('/assets/app-1.js'))?.getHeader('etag') ?? ''

    const reply = await ask('/assets/app-1.js', { 'if-none-match': etag })

    const weakened = await ask('/assets/app-1.js', { 'if-none-match': `"other", W/${etag}` })
    const stale = await ask('/assets/app-1.js', { 'if-none-match': '"other"' })

    assert.equal(reply?.statusCode, 304)
    assert.equal(reply.body, null)
    assert.deepEqual([weakened?.statusCode, stale?.statusCode], [304, 200])
  })

  it('opens uncompressed files for each request', async () => {
    const reply = await ask('/robots.txt')

    assert.deepEqual(reply?.body, {
      kind: 'file',
      path: join(root, 'public/robots.txt'),
      root: undefined,
    })
    assert.equal(reply.getHeader('cache-control'), 'public, max-age=0, must-revalidate')
    assert.ok(await ask('/archive.gz'))
  })

  it('answers below /.well-known', async () => {
    assert.ok(await ask('/.well-known/security.txt'))
  })

  it('answers a path in any notation', async () => {
    const targets = ['/[a].txt', '/%5Ba%5D.txt', '/%5ba].txt', '/%C3%A4%20b.txt', '/%c3%a4%20b.txt']
    const replies = await Promise.all([...targets, '/100%25.txt'].map((target) => ask(target)))

    assert.deepEqual(
      replies.map((reply) => reply?.statusCode),
      [200, 200, 200, 200, 200, 200],
    )
    assert.equal(await ask('/100%.txt'), undefined)
  })

  it('answers nothing else', async () => {
    const targets = [
      '/',
      '/assets',
      '/assets/',
      '/assets/app-1.js.br',
      '/.env',
      '/.well-known/.hidden',
      '/.vite/manifest.json',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/../../secret.txt',
      '/..%2fsecret.txt',
    ]

    const replies = await Promise.all(targets.map((target) => ask(target)))
    assert.deepEqual(
      replies.filter((reply) => reply !== undefined),
      [],
    )
    assert.equal(await ask('/robots.txt', {}, 'POST'), undefined)
  })

  it('answers nothing without a build', () => {
    assert.deepEqual(createBuiltFiles(join(root, 'nowhere')), [])
  })
})
