/**
 * Measures a rolling restart: 10,000 clients follow a page of one process, a second process takes over its port, and
 * the first one stops. Each client comes back as `tenon/client` does, and is lost if it does not show what was
 * written meanwhile.
 *
 *     npm run build -w tenon
 *     node bench/live/restart.ts [--streams 10000]
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PageClient, serverEnvironment } from './client.ts'

const { values } = parseArgs({ options: { streams: { type: 'string', default: '10000' } } })
const count = Number(values.streams)
const port = 18_562
const limitMs = 120_000
const client = new PageClient(port)

/** A page that is open in a browser. */
class OpenPage {
  shown = ''
  isConnected = false
  #tickets: [ticket: string, since?: string][]
  #retryMs = 1000
  #failures = 0

  constructor(ticket: string) {
    this.#tickets = [[ticket]]
  }

  async open(): Promise<void> {
    try {
      const stream = await client.open(this.#tickets, (text) => this.#take(text))
      this.isConnected = true
      this.#failures = 0
      stream.once('close', () => this.#comeBack())
    } catch {
      this.#failures += 1
      this.#comeBack()
    }
  }

  #take(text: string): void {
    const retry = /^retry: *(\d+)/m.exec(text)?.[1]
    if (retry !== undefined) this.#retryMs = Number(retry)
    const since = /^id: *(.+)/m.exec(text)?.[1]
    if (since !== undefined) this.#tickets = this.#tickets.map(([ticket]) => [ticket, since])
    if (text.includes('"changed"')) void this.#ask()
  }

  async #ask(): Promise<void> {
    try {
      this.shown = await client.send('GET', '/notes')
    } catch {
      // If the visit of a browser fails, it asks again.
      await delay(100)
      await this.#ask()
    }
  }

  #comeBack(): void {
    this.isConnected = false
    const waitMs = this.#retryMs * (this.#failures + 1)
    // time: clients come back when the server told them to
    void delay(waitMs * (0.5 + Math.random() / 2)).then(() => this.open())
  }
}

using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-restart-'))
const database = `sqlite:${join(folder.path, 'notes.sqlite')}`
const first = start()
let second: ChildProcess | undefined
try {
  await client.untilServed()
  const { liveProps } = JSON.parse(await client.send('GET', '/notes'))
  const pages = Array.from({ length: count }, () => new OpenPage(liveProps.notes.ticket))
  for (let i = 0; i < count; i += 100) {
    await Promise.all(pages.slice(i, i + 100).map((page) => page.open()))
  }

  second = start()
  while (Number(await client.send('GET', '/process', new Agent())) !== second.pid) await delay(50)
  const stoppedAt = performance.now()
  const stopped = once(first, 'exit')
  first.kill('SIGTERM')
  await client.send('POST', '/notes/meanwhile')
  await stopped
  const stopMs = performance.now() - stoppedAt
  await client.send('POST', '/notes/afterwards')
  const isBack = (page: OpenPage): boolean => page.isConnected && page.shown.includes('afterwards')
  while (!pages.every(isBack) && performance.now() - stoppedAt < limitMs) await delay(50)
  const backMs = performance.now() - stoppedAt
  const lost = pages.filter((page) => !isBack(page)).length
  console.log(`${count} streams: the process stopped after ${(stopMs / 1000).toFixed(1)} s,`)
  console.log(`${lost} lost after ${(backMs / 1000).toFixed(1)} s`)
  if (lost > 0) process.exitCode = 1
} finally {
  client.close()
  first.kill('SIGKILL')
  second?.kill('SIGKILL')
}
process.exit()

function start(): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: { ...serverEnvironment(port), DATABASE_URL: database, SERVER_REUSE_PORT: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
