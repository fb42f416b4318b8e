import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testApp } from '../../src/testing.ts'
import { liveSection } from '../../src/tooling/dashboard/sections/live-section.ts'
import { liveStreams } from '../../src/pages/live/current-streams.ts'

const application = join(import.meta.dirname, 'notes/main.ts')

describe('app.live()', () => {
  it('collects the props that a page is told to ask for again', async () => {
    await using app = await testApp({ application })
    await using page = await app.live('/boards/1')

    await app.post('/boards/2/Elsewhere')
    const untouched = await page.told()
    await app.post('/boards/1/Here')

    assert.deepEqual(untouched, [])
    assert.deepEqual(await page.told(), ['titles'])
    assert.deepEqual(await page.told(), [])
  })

  it('follows a page of the user who is logged in', async () => {
    await using app = await testApp({ application })
    await app.post('/login/ada')

    await using page = await app.live('/mine/1')
    await app.post('/boards/1/Here')

    assert.deepEqual(await page.told(), ['titles'])
  })

  it('shows in the dashboard what a page follows, and why it has asked again', async () => {
    await using app = await testApp({ application })
    await using page = await app.live('/boards/1')
    await app.post('/boards/1/Here')
    await page.told()

    const { render } = liveSection(() => liveStreams.get()?.list() ?? [])
    const shown = String(await render(new URLSearchParams()))

    assert.equal(shown.match(/<code>notes where board = 1<\/code>/g)?.length, 2)
  })
})
