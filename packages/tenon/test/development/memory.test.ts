import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

describe('the memory of tenon dev', { timeout: 480_000 }, () => {
  let app: DevelopedApplication
  before(async () => {
    app = await startDevelopment(join(import.meta.dirname, '../../fixtures/development'))
  })
  after(() => app?.[Symbol.asyncDispose]())

  it('does not go into packages of the server, which no browser loads', async () => {
    const component = await (await fetch(`${app.origin}/resources/pages/Home.tsx`)).text()
    const [, react] = /"([^"]+\/deps\/react\.js[^"]*)"/.exec(component) ?? []
    await fetch(app.origin + react) // answered when all packages are bundled

    const path = join(app.folder, 'node_modules/.vite/deps/_metadata.json')
    const { optimized }: { optimized: object } = JSON.parse(readFileSync(path, 'utf8'))

    const names = Object.keys(optimized)
    assert.ok(names.includes('react'), names.join())
    assert.deepEqual(
      names.filter((name) => !/react|inertia/.test(name)),
      [],
    )
  })

  it('does not keep the space that new objects need for a moment', async () => {
    const [, size] = /^New objects: (\d+)/.exec(await ask(tellSpace, 'New objects')) ?? []

    assert.ok(Number(size) <= 16 * 2 ** 20, `${size} bytes`)
  })

  it('does not keep what earlier versions have left behind until it is many times what is in use', async () => {
    const [, share] = /^At most ([\d.]+)/.exec(await ask(leaveBehind, 'At most')) ?? []

    // 13 times with the settings of V8.
    assert.ok(Number(share) <= 3, `${share} times what is in use`)
  })

  it('does not grow with reloads: old versions of the application are let go', async () => {
    app.edit('main.ts', 'await app.run', `${reportMemory}\nawait app.run`)
    await app.logged('Reloaded main.ts')

    await reload(1, warmUp)
    const warm = await tellMemory('never', 'once')
    await reload(warmUp + 1, reloads)
    const { heap, resident, kept, made } = await tellMemory('once', 'again')

    // A file that is read while it is written is loaded once more.
    assert.ok(made >= reloads + 3, `${made} versions`)
    assert.ok(kept <= 4, `${kept} of ${made} versions are kept`)
    const grown = heap - warm.heap
    assert.ok(
      grown < 4 * 2 ** 20,
      `${grown} bytes more after ${reloads} reloads than after ${warmUp}`,
    )
    assert.ok(resident < 350 * 2 ** 20, `${resident} bytes of the process are resident`)
  })

  /** What the application logs when it runs this code once. */
  async function ask(code: string, start: string): Promise<string> {
    app.edit('main.ts', 'await app.run', `${code}\nawait app.run`)
    const answer = await reloaded(start)
    await app.restore()
    return answer
  }

  /** What is logged while `main.ts` is loaded. Until that has ended, its reload would follow what is saved next, too. */
  async function reloaded(start: string): Promise<string> {
    const message = await app.logged(start)
    await app.logged('Reloaded main.ts')
    return message
  }

  async function reload(from: number, to: number): Promise<void> {
    for (let version = from; version <= to; version += 1) {
      app.edit('app/notes.ts', '\n\n', `\n// version ${version}\n\n`)
      await app.logged('Reloaded app/notes.ts')
      await fetch(`${app.origin}/notes`)
    }
  }

  /** What the process says of its memory once everything was collected that can be. */
  async function tellMemory(before: string, now: string): Promise<Memory> {
    app.edit('main.ts', `const told = '${before}'`, `const told = '${now}'`)
    const [json = ''] = /\{.*\}/.exec(await reloaded('Memory')) ?? []
    return JSON.parse(json) as Memory
  }
})

/** In bytes, and in versions of the application. */
interface Memory {
  readonly heap: number
  readonly resident: number
  readonly kept: number
  readonly made: number
}

/** How many reloads load what is loaded only once. */
const warmUp = 20

/** `npm run reloads` asks for more. */
const reloads = Number(process.env['RELOADS'] ?? 60)

const tellSpace = `
import { getHeapSpaceStatistics } from 'node:v8'
const space = getHeapSpaceStatistics().find((each) => each.space_name === 'new_space')
console.log('New objects: ' + space?.space_size)
`

/** Replaces objects that have lived for a while, as reloads do, and says how far the heap has grown meanwhile. */
const leaveBehind = `
import { getHeapStatistics } from 'node:v8'
const used = []
let version = []
for (let round = 0; round < 30; round++) {
  version = Array.from({ length: 100_000 }, (_, number) => ({ number }))
  used.push(getHeapStatistics().used_heap_size)
}
console.log('At most ' + Math.max(...used) / Math.min(...used))
`

/** Counts the versions of the application that cannot be collected, in the process that serves them. */
const reportMemory = `
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
const told = 'never'
const versions: WeakRef<object>[] = (Reflect.get(globalThis, 'versions') ?? [])
Reflect.set(globalThis, 'versions', versions)
versions.push(new WeakRef(app.options.routes))
if (told !== 'never') {
  setFlagsFromString('--expose-gc')
  const collect: (options: object) => Promise<void> = runInNewContext('gc')
  await collect({ execution: 'async' })
  const kept = versions.filter((version) => version.deref() !== undefined).length
  const { heapUsed: heap, rss: resident } = process.memoryUsage()
  console.log('Memory ' + JSON.stringify({ heap, resident, kept, made: versions.length }))
}
`
