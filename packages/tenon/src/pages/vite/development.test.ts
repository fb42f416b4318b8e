import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { resolveConfig } from 'vite'
import { until } from '../../../test/support/until.ts'
import { developmentClient } from './development-client.ts'
import { startDevelopment, type Development } from './development.ts'

const root = join(import.meta.dirname, '../../../fixtures/pages')
const installed = join(import.meta.dirname, '../../../../../node_modules')

describe('startDevelopment', () => {
  const server = createServer((request, response) => response.end(`application: ${request.url}`))
  let development: Development
  let origin: string

  before(async () => {
    development = await startDevelopment(root, server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    assert.ok(address !== null && typeof address === 'object')
    origin = `http://127.0.0.1:${address.port}`
  })
  after(async () => {
    await development.close()
    server.closeAllConnections()
    server.close()
  })

  const get = async (path: string) => (await fetch(origin + path)).text()

  it('leaves requests for other paths to the application', async () => {
    assert.equal(await get('/'), 'application: /')
    assert.equal(await get('/todos?page=2'), 'application: /todos?page=2')
  })

  it("serves what documents load: its client, React's preamble, the entry", async () => {
    const { head } = development.assets.tags('Home')
    const scripts = [...head.matchAll(/src="([^"]+)"/g)].map(([, path = '']) => path)

    const texts = await Promise.all(scripts.map(get))

    assert.match(texts[0] ?? '', /WebSocket/)
    assert.match(texts[1] ?? '', /injectIntoGlobalHook/)
    assert.match(texts[3] ?? '', /start\(\{ pages: .*"\/resources\/pages\/Todos\/Index\.tsx"/s)
  })

  it('knows the current pages', () => {
    assert.deepEqual([...(development.assets.names ?? [])], ['Home', 'Todos/Index'])
  })

  it('talks to the browser on the same port', async () => {
    const [, token = ''] = /const wsToken = "([^"]+)"/.exec(await get('/@vite/client')) ?? []
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')

    const message = await new Promise((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => resolve(data), { once: true })
      socket.addEventListener('error', reject, { once: true })
    })

    socket.close()
    assert.equal(message, '{"type":"connected"}')
  })
})

describe('the adapter of pages', () => {
  it('is bundled before the first page loads, although no file imports it', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-development-'))
    const metadata = join(folder.path, 'node_modules/.vite/deps/_metadata.json')
    mkdirSync(join(folder.path, 'node_modules/@inertiajs'), { recursive: true })
    for (const name of ['react', 'react-dom', '@inertiajs/react']) {
      symlinkSync(join(installed, name), join(folder.path, 'node_modules', name))
    }
    mkdirSync(join(folder.path, 'resources'))
    writeFileSync(join(folder.path, 'resources/app.tsx'), '')
    const development = await startDevelopment(folder.path, createServer())

    await until(() => existsSync(metadata))

    const { optimized } = JSON.parse(readFileSync(metadata, 'utf8'))
    await development.close()
    assert.ok('@inertiajs/react' in optimized)
  })
})

describe('what a page may be the first to import', () => {
  it('is bundled at the start if the package is installed: found later, it loads open pages again', async () => {
    const file = (...folders: readonly string[]) => join(root, ...folders, 'tenon/dist/vite.js')
    const includedFor = async (ownFile: string) => {
      const plugins = [developmentClient(root, ownFile)]
      const { optimizeDeps } = await resolveConfig({ root, configFile: false, plugins }, 'serve')
      return optimizeDeps.include
    }

    const installedOnes = await includedFor(file('node_modules'))
    const linkedOnes = await includedFor(file('packages'))

    assert.deepEqual(installedOnes, ['@inertiajs/react', 'tenon/client', 'tenon/languages'])
    assert.deepEqual(linkedOnes, ['@inertiajs/react'])
  })
})
