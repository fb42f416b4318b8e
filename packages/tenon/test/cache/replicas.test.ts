import assert from 'node:assert/strict'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { toBundled } from '../support/bundled-program.ts'
import { createPrefix, forEachSharedStore, type OpenStore } from '../support/for-each-store.ts'
import { sharedRedis, skipWithoutRedis } from '../support/redis-server.ts'

forEachSharedStore('two replicas', (open) => {
  it('see what the other one sets, deletes and counts', async () => {
    const [one, other] = await openTwo(open)
    await one.cache.set('key', new Date(0), { ttl: '1m' })

    assert.deepEqual(await other.cache.get('key'), new Date(0))
    await other.cache.delete('key')
    assert.equal(await one.cache.get('key'), undefined)
    await one.cache.increment('hits', { ttl: '1m' })
    assert.equal(await other.cache.increment('hits', { ttl: '1m' }), 2)
  })

  it('share a computation, even if a waiter joined in between', async () => {
    const [one, other] = await openTwo(open)
    let computed = 0
    const compute = async () => {
      await delay(50) // time: all callers come meanwhile
      return (computed += 1)
    }

    const values = await Promise.all(
      [one, other, one, other].map(({ cache }) => cache.fetch('slow', { ttl: '1m' }, compute)),
    )

    assert.deepEqual(values, [1, 1, 1, 1])
  })

  it('invalidate what the other one is computing', async () => {
    const [one, other] = await openTwo(open)
    let source = 'old'
    const begun = Promise.withResolvers<void>()
    const invalidated = Promise.withResolvers<void>()
    const read = async () => {
      const found = source
      begun.resolve()
      await invalidated.promise
      return found
    }
    const options = { ttl: '1m', tags: ['orders'] } as const
    const early = one.cache.fetch('report', options, read)
    await begun.promise

    source = 'new'
    await other.cache.invalidateTags('orders')
    const late = Promise.all([
      one.cache.fetch('report', options, read),
      other.cache.fetch('report', options, read),
    ])
    invalidated.resolve()

    assert.equal(await early, 'old')
    assert.deepEqual(await late, ['new', 'new'])
  })

  it('do not both compute if the first one fails', async () => {
    const [one, other] = await openTwo(open)
    const begun = Promise.withResolvers<void>()
    const failing = one.cache.fetch('key', { ttl: '1m' }, async () => {
      begun.resolve()
      await delay(30) // time: the other one comes meanwhile
      throw new Error('no luck')
    })
    await begun.promise

    const [failed, waited] = await Promise.allSettled([
      failing,
      other.cache.fetch('key', { ttl: '1m' }, () => 'luck'),
    ])

    assert.equal(failed.status, 'rejected')
    assert.deepEqual(waited, { status: 'fulfilled', value: 'luck' })
  })

  it('exclude each other with a lock, and share a quota', async () => {
    const [one, other] = await openTwo(open)
    const quota = { intervalUs: 60_000_000, burst: 2 }

    await one.lock('import').run(async () => {
      await assert.rejects(
        other.lock('import').run(() => 'never'),
        { name: 'LockTaken' },
      )
    })
    const decisions = [
      await one.quotas.take('key', quota),
      await other.quotas.take('key', quota),
      await one.quotas.take('key', quota),
    ]
    await other.quotas.give('key', quota)
    decisions.push(await one.quotas.take('key', quota), await one.quotas.take('key', quota))
    assert.deepEqual(
      decisions.map((decision) => decision?.isAllowed),
      [true, true, false, true, false],
    )
  })
})

describe('four processes with fifty callers each', { skip: skipWithoutRedis }, () => {
  it('compute once', async () => {
    const replicas = await startReplicas(4, 300)

    const reports = await Promise.all(replicas.map(readReport))

    assert.equal(
      reports.reduce((sum, { computed }) => sum + computed, 0),
      1,
    )
    assert.equal(new Set(reports.flatMap(({ values }) => values)).size, 1)
  })

  it('compute once more if the computing process is killed', async () => {
    const replicas = await startReplicas(3, 500)
    const first = await Promise.race(replicas.map(untilComputing))

    first.process.kill('SIGKILL')
    const survivors = replicas.filter((replica) => replica !== first)
    const reports = await Promise.all(survivors.map(readReport))

    assert.equal(
      reports.reduce((sum, { computed }) => sum + computed, 0),
      1,
    )
  })
})

async function openTwo(open: OpenStore) {
  const prefix = createPrefix()
  return [await open({ prefix }), await open({ prefix })] as const
}

interface Replica {
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  /** Resolves with the process's whole output once it has printed `text`. */
  printed(text: string): Promise<string>
}

interface Report {
  readonly computed: number
  readonly values: readonly string[]
}

async function startReplicas(count: number, computeMs: number): Promise<readonly Replica[]> {
  const { url } = await sharedRedis()
  const words = [`${url}?prefix=${createPrefix()}`, String(computeMs)]
  const replicas = Array.from({ length: count }, () => startReplica(words))
  await Promise.all(replicas.map((replica) => replica.printed('ready')))
  for (const replica of replicas) replica.process.stdin.end('go')
  return replicas
}

function startReplica(words: readonly string[]): Replica {
  const file = toBundled(join(import.meta.dirname, 'fetch-process.ts'))
  const child = spawn(process.execPath, ['--conditions=source', file, ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  const readers = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    for (const read of readers) read()
  })
  return {
    process: child,
    printed: (text) =>
      new Promise((resolve) => {
        const read = (): void => {
          if (output.includes(text)) resolve(output)
        }
        readers.add(read)
        read()
      }),
  }
}

async function untilComputing(replica: Replica): Promise<Replica> {
  await replica.printed('computing')
  return replica
}

async function readReport(replica: Replica): Promise<Report> {
  const output = await replica.printed('}\n')
  return JSON.parse(output.slice(output.indexOf('{')))
}
