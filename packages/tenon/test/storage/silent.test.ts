import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceUnavailable } from '../../src/errors.ts'
import type { DiskBackend } from '../../src/stores/storage/disk-backend.ts'
import type { ListedFile } from '../../src/stores/storage/file-store.ts'
import {
  defaultBucketLimits,
  toAnswerMs,
  type BucketLimits,
} from '../../src/stores/storage/s3/bucket-limits.ts'
import { openBucket } from '../../src/stores/storage/s3/bucket-store.ts'
import { keepBusy } from '../support/keep-busy.ts'
import { until } from '../support/until.ts'

process.env['AWS_ACCESS_KEY_ID'] ??= 'key'
process.env['AWS_SECRET_ACCESS_KEY'] ??= 'secret'

const adopted = { path: 'b', type: 'text/plain', sizeBytes: 10 }

const patient: BucketLimits = { connectMs: 60_000, answerMs: 60_000, progressMs: 60_000 }

/** A store that takes every connection, and answers with these bytes and nothing after them. */
async function startStore(answer: string) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.pause().write(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: sockets,
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function open(port: number, limits: Partial<BucketLimits>): Promise<DiskBackend> {
  const endpoint = `http://127.0.0.1:${port}`
  const url = {
    kind: 'bucket',
    bucket: 'files',
    prefix: '',
    region: 'us-east-1',
    endpoint,
  } as const
  return openBucket(url, { ...patient, ...limits })
}

const isUnavailable = (error: unknown) => error instanceof ServiceUnavailable

describe('a store of files', { timeout: 30_000 }, () => {
  it('that never answers is a 503 for every call, after one attempt', async () => {
    using server = await startStore('')
    using store = await open(server.port, { answerMs: 300 })
    const calls = [
      () => store.find('a'),
      () => store.read('a'),
      () => store.delete('a'),
      () => names(store.list('a')),
      () => store.write('a', pieces(10), 'text/plain'),
      () => store.adopt('a', () => Promise.resolve(adopted)),
    ]

    for (const call of calls) {
      // A process that was busy meanwhile asks once more: the store may have answered.
      await until(async () => {
        const before = server.connections.size
        await assert.rejects(call, isUnavailable, String(call))
        return server.connections.size === before + 1
      })
    }
  })

  it('that answers while this process is busy is not taken for silent', async () => {
    let calls = 0
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        calls += 1
        socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
        if (calls === 1) keepBusy(600)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    using store = await open((server.address() as AddressInfo).port, { answerMs: 200 })

    const found = await store.find('a')
    server.close()

    assert.deepEqual([found, calls], [undefined, 2])
  })

  it('that stops in the middle of a file ends the stream with an error', async () => {
    using server = await startStore('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
    using store = await open(server.port, { progressMs: 300 })

    const content = await store.read('a')

    assert.ok(content)
    await assert.rejects(text(content), { name: 'TimeoutError' })
    await assert.rejects(
      store.adopt('a', () => Promise.resolve(adopted)),
      isUnavailable,
    )
  })

  it('that resets a connection is asked again', async () => {
    let calls = 0
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        calls += 1
        if (calls === 1) socket.resetAndDestroy()
        else socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    using store = await open((server.address() as AddressInfo).port, {})

    const found = await store.find('a')
    server.close()

    assert.deepEqual([found, calls], [undefined, 2])
  })

  it('that takes no bytes of a large file is a 503', async () => {
    using server = await startStore('HTTP/1.1 100 Continue\r\n\r\n')
    using store = await open(server.port, { progressMs: 300 })

    const writing = store.write('a', pieces(4_000_000), 'text/plain')

    await assert.rejects(writing, isUnavailable)
  })

  it('that accepts no connection is a 503', async () => {
    using host = await startDeafHost()
    using store = await open(host.port, { connectMs: 500 })

    await assert.rejects(store.find('a'), isUnavailable)
  })

  it('has limits that end within the time of a handler, and more for a large file', () => {
    const { connectMs, answerMs } = defaultBucketLimits

    assert.ok(connectMs + answerMs < 30_000)
    assert.equal(toAnswerMs(defaultBucketLimits, 0), answerMs)
    assert.ok(toAnswerMs(defaultBucketLimits, 8_000_000) > answerMs + 30_000)
  })
})

async function names(files: AsyncIterable<ListedFile>): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { name } of files) found.push(name)
  return found
}

async function* pieces(bytes: number): AsyncIterable<Uint8Array> {
  yield Buffer.alloc(bytes)
}

/** A stopped process whose queue of connections is full, so that the kernel ignores new ones. */
async function startDeafHost() {
  const script = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 },
    function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const port = Number(String(line))
  child.kill('SIGSTOP')
  const waiting: Socket[] = []
  for (let isFull = false; !isFull;) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    waiting.push(socket)
    // time: a full host never connects
    isFull = await Promise.race([once(socket, 'connect').then(() => false), delay(500, true)])
  }
  return {
    port,
    [Symbol.dispose]() {
      for (const socket of waiting) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
