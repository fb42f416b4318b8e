import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { text } from '../../web/http/replies.ts'
import { createLog } from '../../base/log/create-log.ts'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { createRequest } from '../../../test/support/create-request.ts'
import { LiveApplication, type Snapshot } from './live-application.ts'

describe('LiveApplication', () => {
  it('makes requests wait while it is loading a saved change', async () => {
    const { live, ask } = await start()

    live.change('/app/a.ts')
    const answers = await Promise.all([ask(), ask()])

    assert.deepEqual(answers, ['snapshot 2', 'snapshot 2'])
  })

  it('loads files that are saved together once, and logs it once', async () => {
    const { live, ask, lines, reloads } = await start()

    live.change('/app/a.ts')
    live.change('/app/b.ts')
    await ask()

    assert.match(lines.join(), /^Reloaded a\.ts, b\.ts in \d+ ms$/)
    assert.equal(reloads(), 1)
  })

  it('loads again if files changed while it was loading', async () => {
    const { live, ask, reloads } = await start({ loadMs: 50 })

    live.change('/app/a.ts')
    await setTimeout(25)
    live.change('/app/a.ts')

    assert.equal(await ask(), 'snapshot 3')
    assert.equal(reloads(), 1)
  })

  it('loads files that changed during the first load afterwards, not in parallel', async () => {
    const { live, ask } = create({ firstLoadMs: 50 })

    const starting = live.start()
    live.change('/app/a.ts')
    await starting

    assert.equal(await ask(), 'snapshot 2')
  })

  it('logs why it does not start', async () => {
    const { lines } = await start({ failure: 'It is broken' })

    assert.deepEqual(lines, ['It is broken'])
  })
})

interface Loading {
  readonly loadMs?: number
  readonly firstLoadMs?: number
  readonly failure?: string
}

/** Starts an application of numbered snapshots; `lines` is its log. */
async function start(loading: Loading = {}) {
  const created = create(loading)
  await created.live.start()
  return created
}

function create({ loadMs = 0, firstLoadMs = loadMs, ...broken }: Loading) {
  const lines: string[] = []
  const counts = { loads: 0, reloads: 0 }
  const load = async (): Promise<Snapshot> => {
    const reply = text(`snapshot ${(counts.loads += 1)}`)
    await setTimeout(counts.loads === 1 ? firstLoadMs : loadMs)
    return { ...broken, handle: () => ({ request: createRequest(), reply }) }
  }
  const write = (line: string): void => void lines.push(JSON.parse(line).msg)
  const log = createLog({ level: 'info', format: 'json', destination: { write } })
  const onReload = (): void => void (counts.reloads += 1)
  const live = new LiveApplication({ root: '/app', log, load, onReload })
  const ask = async () => (await live.handle(new MemoryExchange())).reply.body
  return { live, lines, ask, reloads: () => counts.reloads }
}
