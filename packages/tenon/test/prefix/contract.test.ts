import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { toSecuritySchemes } from '../../src/application/contract/openapi/security.ts'
import { askAgent } from '../contract/ask-agent.ts'
import { startApi, writeRoutes } from '../contract/start-api.ts'

const calls = join(import.meta.dirname, '../../fixtures/api/calls.ts')

describe('what an application below a path offers to programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-prefix-'))
  after(() => rmSync(folder, { recursive: true }))
  const start = async () => {
    const databaseUrl = `sqlite:${join(folder, `${crypto.randomUUID()}.sqlite`)}`
    return startApi(databaseUrl, { APP_URL: 'http://localhost/app' })
  }

  it('is called by agents, whose tools reach their routes', async () => {
    using app = await start()

    const { results } = await askAgent(`${app.url}/app`, [
      ['books_store', { title: 'Emma', author_id: 1 }],
      ['books_index', {}],
    ])

    const [made, listed] = results
    assert.equal(made?.isError, false)
    assert.partialDeepStrictEqual(listed?.structuredContent, { data: [{ title: 'Emma' }] })
  })

  it('is called by the typed client, with the path in its base URL', async () => {
    using app = await start()

    const argv = ['--conditions=source', calls, `${app.url}/app`, await writeRoutes()]
    const { stdout } = await promisify(execFile)(process.execPath, argv)

    const { made, count } = JSON.parse(stdout)
    assert.deepEqual([made.madeTitle, count], ['Emma', 1])
  })

  it('has the cookie of its session in the document', () => {
    const schemesOf = (base: string) => JSON.stringify(toSecuritySchemes([{ session: [] }], base))

    assert.match(schemesOf(''), /"name":"__Host-session"/)
    assert.match(schemesOf('/app'), /"name":"__Secure-session"/)
  })
})
