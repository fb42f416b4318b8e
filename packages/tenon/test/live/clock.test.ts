import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { testApp } from '../../src/testing.ts'
import { until } from '../support/until.ts'

const application = join(import.meta.dirname, 'notes/main.ts')
const hourMs = 60 * 60_000

/** The clock of the server. Timers go on as before. */
function jumpingClock({ mock }: TestContext) {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  return { jump: (ms: number) => mock.timers.setTime(Date.now() + ms) }
}

describe('a clock that jumps', () => {
  for (const [name, jumps] of [
    ['an hour forward and back', [hourMs, -hourMs]],
    ['an hour back and forward', [-hourMs, hourMs]],
  ] as const) {
    it(`leaves a live page that is open alone: ${name}`, async (context) => {
      const { jump } = jumpingClock(context)
      await using app = await testApp({ application })
      await app.post('/login/ada')
      await using page = await app.live('/mine/1')
      const showsAfter = async (ms: number, title: string) => {
        jump(ms)
        await app.post(`/boards/1/${title}`)
        await until(async () => (await page.told()).includes('titles'))
        const headers = {
          purpose: 'live',
          'x-inertia-partial-component': 'Mine',
          'x-inertia-partial-data': 'titles',
        }
        const { text } = await app.as('page', { headers }).get('/mine/1')
        return JSON.parse(text).props.titles
      }

      const shown = [
        await showsAfter(0, 'before'),
        await showsAfter(jumps[0], 'away'),
        await showsAfter(jumps[1], 'again'),
      ]

      assert.deepEqual(shown, [['before'], ['before', 'away'], ['before', 'away', 'again']])
    })

    it(`lets a page follow that was made before: ${name}`, async (context) => {
      const { jump } = jumpingClock(context)
      await using app = await testApp({ application })
      await using _first = await app.live('/boards/1')
      const { text } = await app.as('page').get('/boards/1')
      const tickets = [[JSON.parse(text).liveProps.titles.ticket]]
      const follow = async (ms: number) => {
        jump(ms)
        const options = { body: { tickets }, leavesEventStream: true }
        const stream = await app.send('POST', '/_app/changes', options)
        return stream.status
      }

      assert.deepEqual([await follow(jumps[0]), await follow(jumps[1])], [200, 200])
    })
  }
})
