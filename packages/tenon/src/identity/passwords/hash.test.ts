import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceUnavailable } from '../../base/support/http-error.ts'
import { hash, WorkQueue } from './hash.ts'

/** From the tests of the reference implementation, P-H-C/phc-winner-argon2. */
const reference =
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

const ofArgon2i =
  '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'

describe('hash', () => {
  it('verifies the password it was made of, and no other', async () => {
    const made = await hash.make('correct horse')

    assert.match(made, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.equal(await hash.verify('correct horse', made), true)
    assert.equal(await hash.verify('Correct horse', made), false)
    assert.equal(await hash.verify('correct horse ', made), false)
  })

  it('makes another hash of the same password each time', async () => {
    assert.notEqual(await hash.make('same'), await hash.make('same'))
  })

  it('takes passwords of any length and characters', async () => {
    const long = `${'x'.repeat(5000)}\0ü😀`
    const made = await hash.make(long)

    assert.equal(await hash.verify(long, made), true)
    assert.equal(await hash.verify(long.slice(0, -2), made), false)
  })

  it('verifies hashes of other implementations', async () => {
    assert.equal(await hash.verify('password', reference), true)
    assert.equal(await hash.verify('passwore', reference), false)
  })

  it('verifies hashes of argon2i, and tells that they are to be replaced', async () => {
    assert.equal(await hash.verify('password', ofArgon2i), true)
    assert.equal(await hash.verify('passwore', ofArgon2i), false)
    assert.equal(hash.needsRehash(ofArgon2i), true)
  })

  it('accepts no password where there is no hash, or not one of argon2', async () => {
    const stored = [undefined, null, '', 'password', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$']

    const answers = await Promise.all(stored.map((text) => hash.verify('password', text)))

    assert.deepEqual(new Set(answers), new Set([false]))
  })

  it('does not compute a hash whose cost would exhaust the memory', async () => {
    const huge = reference.replace('m=65536', 'm=9999999')

    assert.equal(await hash.verify('password', huge), false)
  })

  it('tells which hashes to replace', async () => {
    assert.equal(hash.needsRehash(await hash.make('x')), false)
    assert.equal(hash.needsRehash(reference), true)
    assert.equal(hash.needsRehash('$2b$10$abcdefghijklmnopqrstuv'), true)
  })
})

/** Work that ends when the test says so. */
function createWork() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { run: () => promise, end: resolve }
}

describe('WorkQueue', () => {
  it('runs no more than its limit at once, and the rest in order', async () => {
    const queue = new WorkQueue({ atOnce: 1, waiting: 2 })
    const first = createWork()
    const order: string[] = []

    const all = [
      queue.run(async () => order.push(await first.run())),
      queue.run(async () => order.push('second')),
      queue.run(async () => order.push('third')),
    ]
    await Promise.resolve()
    assert.deepEqual(order, [])
    first.end('first')
    await Promise.all(all)

    assert.deepEqual(order, ['first', 'second', 'third'])
  })

  it('answers 503 when too much is waiting', async () => {
    const queue = new WorkQueue({ atOnce: 1, waiting: 1 })
    const work = createWork()
    const running = [queue.run(work.run), queue.run(work.run)]

    await assert.rejects(queue.run(work.run), ServiceUnavailable)

    work.end('done')
    assert.deepEqual(await Promise.all(running), ['done', 'done'])
  })

  it('goes on after work that fails', async () => {
    const queue = new WorkQueue({ atOnce: 1, waiting: 1 })

    await assert.rejects(queue.run(() => Promise.reject(new Error('failed'))))

    assert.equal(await queue.run(async () => 'done'), 'done')
  })
})
