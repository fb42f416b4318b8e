import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startDevelopment, type Development } from './development.ts'

const root = join(import.meta.dirname, '../../../fixtures/pages')

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
