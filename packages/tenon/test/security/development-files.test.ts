import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { startDevelopment, type DevelopedApplication } from '../development/start-development.ts'

const root = join(import.meta.dirname, '../../fixtures/development')

/** What lies in the folder of an application, and is for no browser. */
const secrets = {
  'database.sqlite': 'secret',
  'database.sqlite-wal': 'secret',
  'storage/private/invoice.pdf': 'secret',
  'notes.txt': 'secret',
  slow: 'secret',
  'app/prices.ts': `export const price = 'secret'\n`,
  'app/prices.json': '{ "price": "secret" }',
  '.env.production': 'APP_KEY=secret\n',
  'tls.pem': 'secret',
}

/** A page's module, and what it imports and names elsewhere: the application's files, and a package of the workspace. */
const shown = {
  'public/robots.txt': 'robots',
  'resources/extra.ts': `import { ui } from 'ui'
import mark from '../app/shared/mark.svg'
import { limit } from '../app/shared/limit.ts'
export const extra = [ui, mark, limit]
export const plan = new URL('../app/shared/plan.svg', import.meta.url)
export const routes = [new URL('/app', location.origin), new URL('/storage/private', location.origin)]
`,
  'app/shared/limit.ts': 'export const limit = 12\n',
  'app/shared/mark.svg': `<svg id="mark">${'<path />'.repeat(1000)}</svg>`,
  'app/shared/plan.svg': `<svg id="plan">${'<path />'.repeat(1000)}</svg>`,
  'packages/ui/package.json': '{ "name": "ui", "type": "module", "exports": "./index.ts" }',
  'packages/ui/index.ts': `import './ui.css'\nexport const ui = 'linked'\n`,
  'packages/ui/ui.css': `@font-face { font-family: Ui; src: url('./ui.woff2') }\n`,
  'packages/ui/ui.woff2': 'font',
  'packages/ui/secret.txt': 'secret',
}

for (const base of ['', '/app']) {
  describe(`the files of tenon dev ${base === '' ? 'without a base path' : `below ${base}`}`, () => {
    let app: DevelopedApplication

    before(async () => {
      app = await startDevelopment(root, { APP_URL: `http://localhost${base}` })
      for (const [file, content] of Object.entries({ ...secrets, ...shown })) {
        mkdirSync(dirname(join(app.folder, file)), { recursive: true })
        app.write(file, content)
      }
      mkdirSync(join(app.folder, 'node_modules'), { recursive: true })
      symlinkSync('../packages/ui', join(app.folder, 'node_modules/ui'))
    })
    after(() => app?.[Symbol.asyncDispose]())

    /** Sends a path below the base path as it is: `fetch` would take its dots away. */
    const get = async (path: string, headers = {}) => {
      const { hostname, port } = new URL(app.origin)
      const sent = request({ hostname, port, path: base + path, headers }).end()
      // Sound: this is what the event carries.
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { status: response.statusCode, headers: response.headers, body: await text(response) }
    }

    it('are not those beside the pages, in whichever way they are asked for', async () => {
      const own = ['package.json', 'main.ts', 'app/routes.ts', 'packages/ui/secret.txt']
      await get('/resources/extra.ts')
      const paths = [...Object.keys(secrets), ...own].flatMap((file) => [
        `/${file}`,
        ...['import', 'raw', 'import&raw', 'import&url', 'inline', 'import&inline'].map(
          (query) => `/${file}?${query}`,
        ),
        `/@fs${join(app.folder, file)}`,
        `/@fs${join(app.folder, file)}?import&raw`,
        `/@id/${join(app.folder, file)}?import&raw`,
        `/@id//${file}?import&raw`,
        `/@id/@fs${join(app.folder, file)}?import&raw`,
        `${join(app.folder, file)}?import&raw`,
        `/resources/../${file}`,
        `/resources/../${file}?import&raw`,
        `/resources/%2e%2e/${file}`,
        `/resources/..%2f${file}?import&raw`,
        `/@fs${app.folder}/resources/../${file}`,
        `//${file}`,
        `/${encodeURIComponent(file).replace('s', '%73')}`,
      ])

      const served: string[] = []
      for (const path of paths) {
        const { status, body } = await get(path)
        if (status === 200 && !body.startsWith('slow: ')) served.push(`${path}: ${body}`)
      }

      assert.deepEqual(served, [])
    })

    it('do not answer instead of a route', async () => {
      assert.equal((await get('/slow?ms=0')).body, 'slow: Hello')
    })

    it('are read by no page of another site', async () => {
      const { status, headers } = await get('/slow?ms=0', { origin: 'http://localhost:3000' })

      assert.equal(status, 200)
      assert.equal(headers['access-control-allow-origin'], undefined)
    })

    it('are those of pages, what these import and name, packages and public ones', async () => {
      const { body: page } = await get('/resources/extra.ts')
      const urls = [...page.matchAll(/"([^"]*(?:index\.ts|mark|plan|limit)[^"]*)"/g)]
      const [index = '', mark = '', limit = '', plan = ''] = urls.map(([, url = '']) =>
        url.slice(base.length),
      )
      await get(index)
      const { body: styles } = await get(index.replace('index.ts', 'ui.css'))
      const [, font = ''] = /url\(\\?["']?([^"'()\\]+)/.exec(styles) ?? []
      const public_ = await get('/robots.txt')

      assert.match((await get(index)).body, /linked/)
      assert.match((await get(limit)).body, /limit = 12/)
      assert.match((await get(mark)).body, /export default ".*mark\.svg/)
      assert.match((await get(mark.replace('?import', ''))).body, /id="mark"/)
      assert.match((await get(plan)).body, /id="plan"/)
      assert.equal((await get(font.slice(base.length))).body, 'font')
      assert.equal(public_.body, 'robots')
      assert.equal((await get('/node_modules/ui/ui.woff2')).status, 200)
    })
  })
}
