/**
 * Measures what one client does to the others: it opens 10,000 connections and asks for a stream on each, and
 * keeps all of them open, while a client of another address visits the page and follows it.
 *
 *     npm run build -w tenon
 *     node bench/live/flood.ts [--connections 10000]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PageClient, serverEnvironment } from './client.ts'

const { values } = parseArgs({ options: { connections: { type: 'string', default: '10000' } } })
const count = Number(values.connections)
const port = 18_561
const other = new PageClient(port, '127.0.0.2')

const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'server.ts')], {
  env: { ...serverEnvironment(port), STREAMS_PER_ADDRESS: '1000' },
  stdio: ['ignore', 'inherit', 'inherit'],
})
try {
  await other.untilServed()
  const shown = JSON.parse(await other.send('GET', '/notes'))
  const tickets = [[shown.liveProps.notes.ticket]]
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  await other.open(tickets, (text) => {
    if (text.includes('"changed"')) tell()
  })
  const before = await residentMb()

  const waits: number[] = []
  let isOver = false
  const visiting = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await other.send('GET', '/notes')
      waits.push(performance.now() - startedAt)
      // time: the other client visits a page every 20 ms at most
      await delay(20)
    }
  })()
  const startedAt = performance.now()
  const { answers, sockets } = await flood(JSON.stringify({ tickets }))
  const seconds = (performance.now() - startedAt) / 1000
  isOver = true
  await visiting
  const during = await residentMb()
  const wroteAt = performance.now()
  await other.send('POST', '/notes/meanwhile')
  await told
  const toldMs = performance.now() - wroteAt
  for (const socket of sockets) socket.destroy()
  // time: the server notices that they have left
  await delay(2000)
  const after = await residentMb()

  const sorted = waits.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0)
  console.log(`${count} connections in ${seconds.toFixed(1)} s: ${JSON.stringify(answers)}`)
  console.log(`resident: ${before} MB before, ${during} MB with all of them, ${after} MB after`)
  console.log(`the other client: ${waits.length} visits, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms,`)
  console.log(
    `slowest ${sorted.at(-1)?.toFixed(0)} ms; heard of a change after ${toldMs.toFixed(0)} ms`,
  )
} finally {
  other.close()
  child.kill()
  await once(child, 'exit')
}

/** Opens the connections, 200 at a time, and counts the answers by their status. */
async function flood(body: string) {
  const answers: Record<string, number> = {}
  const sockets: Socket[] = []
  const head = `POST /_app/changes HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
  const bytes = `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const open = async (): Promise<void> => {
    while (sockets.length < count) {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => {})
      socket.write(bytes)
      const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
      const status = /^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? 'closed'
      answers[status] = (answers[status] ?? 0) + 1
      socket.resume()
    }
  }
  await Promise.all(Array.from({ length: 200 }, open))
  return { answers, sockets }
}

async function residentMb(): Promise<number> {
  const { rss } = JSON.parse(await other.send('GET', '/memory'))
  return Math.round(rss / 1e6)
}
