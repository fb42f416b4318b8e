import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openPage } from '../browser/open-page.ts'
import { startBuilt } from '../browser/start-built.ts'
import { startServing } from '../faults/start-binary.ts'
import { launchChromium } from '../support/chromium.ts'
import { findProgram, skipWithout, startProxy } from '../support/proxy-server.ts'
import type { Proxy, ProxyServer } from '../support/proxy-server.ts'
import { editedApache } from '../support/apache.ts'
import { editedHaproxy } from '../support/haproxy.ts'
import { editedNginx } from '../support/nginx.ts'

const guide = readFileSync(
  join(import.meta.dirname, '../../../../docs/guide/deployment.md'),
  'utf8',
)
const section = guide.slice(guide.indexOf('\n## Below a path'))

/** The first block of the guide in a language. */
function readBlock(language: string): string {
  const [, block] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(section) ?? []
  assert.ok(block, `the guide has no block of ${language}`)
  return block
}

/** The configuration of `deploy/` with the locations of the guide. */
const nginx = editedNginx((site) =>
  site.replace(/ {2}location \/ \{[^]*? {2}location = \/_app\/ready \{[^]*? {2}\}\n/, () =>
    readBlock('nginx'),
  ),
)

const caddy: Proxy = {
  binary: findProgram('caddy') ?? 'caddy',
  stopSignal: 'SIGTERM',
  prepare({ folder, httpPort, httpsPort, upstreams, certificate }) {
    const site = readBlock('text')
      .replace('app.example {', `app.example {\n\ttls ${certificate}.crt ${certificate}.key`)
      .replace('127.0.0.1:8081', `127.0.0.1:${upstreams[0]}`)
      .replace('127.0.0.1:8082', `127.0.0.1:${upstreams[1]}`)
    const options = ['admin off', `http_port ${httpPort}`, `https_port ${httpsPort}`]
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n${options.join('\n')}\n}\n${site}`)
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
}

/** The configuration of `deploy/` with the lines of the guide in the place of those that begin alike. */
const apache = editedApache(
  (site) =>
    `${site.replaceAll(/^ {2}(?:ProxyPass|RedirectMatch) .*\n/gm, '').replace(/<\/VirtualHost>\s*$/, '')}${readBlock('apache')}</VirtualHost>\n`,
)

const haproxy = editedHaproxy((site) => {
  const [refused = '', chosen = ''] = readBlock('haproxy').trimEnd().split('\n')
  return site
    .replace(/^ {2}http-request return .*$/m, refused)
    .replace(/^ {2}default_backend .*$/m, chosen)
})

const environment = { APP_URL: 'https://app.example/app', TRUSTED_PROXIES: '127.0.0.1' }

describeBelow('nginx', nginx)
describeBelow('caddy', caddy)
describeBelow('apache2', apache)
describeBelow('haproxy', haproxy)

function describeBelow(name: string, proxy: Proxy): void {
  describe(`an application below a path of ${name}`, { skip: skipWithout(name) }, () => {
    const stack = new AsyncDisposableStack()
    let front: ProxyServer
    before(async () => {
      const { child, port, ended } = await startServing(
        { ...environment, APP_ENV: 'test', STORAGE_URL: 'file:/nowhere' },
        { file: join(import.meta.dirname, 'main.ts') },
      )
      stack.defer(async () => {
        child.kill('SIGTERM')
        await ended
      })
      front = stack.use(await startProxy(proxy, [port, port]))
    })
    after(() => stack.disposeAsync())

    it('gets its paths as they are, and answers with the same ones', async () => {
      const { body } = await front.ask('/app/echo?a=1')
      const named = await front.ask('/app/named')
      const folded = await front.ask('/app/echo/')

      const { path, target, web } = JSON.parse(body)
      assert.deepEqual([path, target], ['/echo', '/app/echo?a=1'])
      assert.equal(web, 'https://app.example/app/echo?a=1')
      assert.equal(named.headers['location'], '/app/echo')
      assert.deepEqual([folded.status, folded.headers['location']], [308, '/app/echo'])
    })

    it('is home at its path, and leaves all other paths to others', async () => {
      const bare = await front.ask('/app')
      const home = await front.ask('/app/')
      const other = await front.ask('/echo')
      const alike = await front.ask('/apples')

      // nginx has its own redirect to the slash, with its port in it.
      const location = bare.headers['location'] ?? 'https://app.example/app/'
      assert.match(String(location), /^https:\/\/app\.example(?::\d+)?\/app\/$/)
      assert.ok([200, 301].includes(bare.status), `${bare.status}`)
      assert.equal(home.status, 200)
      assert.doesNotMatch(other.body + alike.body, /"path"/)
    })

    it('sets secure cookies for its path', async () => {
      const { headers } = await front.ask('/app/visits')

      assert.match(String(headers['set-cookie']), /__Secure-session=[^;]+; .*Path=\/app; .*Secure/)
    })

    it('shows its probes to none but the proxy', async () => {
      const inside = ['/app/_app/ready', '/app/_app/%72eady', '/app/_app/metrics']
      const paths = ['/app/_app/health', ...inside]
      const statuses = await Promise.all(paths.map(async (path) => (await front.ask(path)).status))

      assert.deepEqual(statuses, [200, 404, 404, 404])
    })

    it('is seen by a browser with all its files, and visited there', async () => {
      await using app = await startBuilt(
        join(import.meta.dirname, '../../fixtures/ssr'),
        environment,
      )
      const port = Number(new URL(app.origin).port)
      await using before = await startProxy(proxy, [port, port])
      await using browser = await launchChromium([
        `--host-resolver-rules=MAP app.example:443 127.0.0.1:${before.httpsPort}`,
      ])
      const site = 'https://app.example/app'
      await using page = await openPage(browser, `${site}/files`, { ignoreHTTPSErrors: true })

      await page.locator('#late').waitFor()
      const sizes = await page.evaluate(`Array.from(document.images, (each) => each.naturalWidth)`)
      await page.goto(`${site}/`)
      await page.locator('#later', { hasText: 'loaded later' }).waitFor()
      await page.click('a')
      await page.locator('h1', { hasText: 'Hello Grace' }).waitFor()

      assert.deepEqual(sizes, [8, 8])
      assert.equal(page.url(), `${site}/greet/Grace`)
      assert.deepEqual(page.complaints, [])
    })
  })
}
