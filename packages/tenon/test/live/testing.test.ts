import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testApp } from '../../src/testing.ts'
import { liveSection } from '../../src/tooling/dashboard/sections/live-section.ts'
import { liveStreams } from '../../src/pages/live/current-streams.ts'
import { until } from '../support/until.ts'

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

  it('sees a change that follows another at once, of which clients are told a moment later', async () => {
    await using app = await testApp({ application })
    await using page = await app.live('/boards/1')
    await app.post('/boards/1/First')
    const first = await page.told()

    await app.post('/boards/1/Second')

    assert.deepEqual([first, await page.told()], [['titles'], ['titles']])
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

describe('a live page whose policy changes while it is open', () => {
  const partial = {
    purpose: 'live',
    'x-inertia-partial-component': 'Note',
    'x-inertia-partial-data': 'title',
  }

  it('is told to ask again, and the answer obeys the policy, both ways', async () => {
    await using app = await testApp({ application })
    await app.post('/boards/1/Open')
    await app.post('/login/ada')
    await using page = await app.live('/notes/1')
    const ask = async () => {
      const { status, text } = await app.as('page', { headers: partial }).get('/notes/1')
      return [status, /Open|Secret|Shared/.exec(text)?.[0]]
    }
    const toldAfter = async (path: string) => {
      await app.post(path)
      await until(async () => (await page.told()).includes('title'))
    }

    const open = await ask()
    await toldAfter('/notes/1/rename/Secret')
    const closed = await ask()
    await toldAfter('/notes/1/rename/Shared')
    const shared = await ask()

    assert.deepEqual(
      [open, closed, shared],
      [
        [200, 'Open'],
        [403, undefined],
        [200, 'Shared'],
      ],
    )
  })
})
