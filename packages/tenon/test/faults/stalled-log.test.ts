import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { startServing } from './start-binary.ts'

describe('a log whose reader stalls', () => {
  it('keeps no request waiting, and the process stops cleanly', async () => {
    using app = await startServing({ LOG_LEVEL: 'debug' })
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${app.port}${path}`)).status
    app.child.stdout.pause()

    for (let i = 0; i < 3000; i++) assert.equal(await ask('/'), 200, `request ${i}`)
    const health = await ask('/_app/health')
    app.child.stdout.resume()
    app.child.kill('SIGTERM')

    const { code, stdout } = await app.ended
    assert.deepEqual([health, code], [200, 0])
    assert.equal(stdout.match(/"msg":"GET \/ 200"/g)?.length, 3000)
  })
})
