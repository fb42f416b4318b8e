import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ada, outbox, serveAccounts, User } from '../auth/accounts-application.ts'
import type { Answer } from '../auth/browser.ts'
import type { Served } from '../auth/serve.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const nobody = { email: 'nobody@example.com', password: ada.password }
const wrong = { email: ada.email, password: 'guessed' }

forEachDialect('finding out who has an account', (open) => {
  const start = async () => serveAccounts(await open.url(), { store: 'database' })

  it('is not possible by what a login answers', async () => {
    await using served = await start()
    await User.create({ email: 'blocked@example.com', password: '', blocked: true })

    const answers = [
      await post(served, '/login', wrong),
      await post(served, '/login', nobody),
      await post(served, '/login', { email: 'blocked@example.com', password: 'guessed' }),
    ]

    assert.equal(new Set(answers.map(toComparable)).size, 1)
  })

  it('is not possible by what a login costs', async () => {
    const costly = { hasCostlyHashes: true }
    await using served = await serveAccounts(await open.url(), { store: 'database' }, costly)
    const costs = { known: Infinity, unknown: Infinity }

    for (let round = 0; round < 3; round++) {
      costs.known = Math.min(costs.known, await costOf(() => post(served, '/login', wrong)))
      costs.unknown = Math.min(costs.unknown, await costOf(() => post(served, '/login', nobody)))
    }

    // Processor time of this process, of which a hash takes most; not how long it took.
    assert.ok(costs.unknown > costs.known / 2, JSON.stringify(costs))
  })

  it('is not possible by the limit of attempts', async () => {
    await using served = await start()

    for (let attempt = 0; attempt < 5; attempt++) {
      await post(served, '/login', wrong)
      await post(served, '/login', nobody)
    }

    const answers = [await post(served, '/login', wrong), await post(served, '/login', nobody)]
    assert.match(answers[0]?.text ?? '', /Too many attempts/)
    assert.equal(new Set(answers.map(toComparable)).size, 1)
  })

  it('is not possible by asking for a link, which is sent after the answer', async () => {
    await using served = await start()
    outbox.hold()

    const answers = [
      await post(served, '/forgot', { email: ada.email }),
      await post(served, '/forgot', { email: nobody.email }),
      await post(served, '/link', { email: ada.email }),
      await post(served, '/link', { email: nobody.email }),
    ].map(toComparable)
    outbox.clear()

    assert.equal(answers[0], answers[1])
    assert.equal(answers[2], answers[3])
    assert.equal((await outbox.take(2)).length, 2)
  })

  it('is not possible by registering, nor by a change of address', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    const registered = [
      await post(served, '/register', ada),
      await post(served, '/register', nobody),
    ]
    const changed = [
      await browser.post('/settings/email', { email: 'bob@example.com' }),
      await browser.post('/settings/email', { email: 'free@example.com' }),
    ]

    assert.equal(new Set(registered.map(toComparable)).size, 1)
    assert.equal(new Set(changed.map(toComparable)).size, 1)
  })
})

function post(
  served: Served,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  return served.browser().post(path, form)
}

/** Everything that a client sees, except what differs between any two answers. */
function toComparable({ status, headers, text }: Answer): string {
  const seen = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  const cookies = seen.map(([name, value]) => [name, value.replace(/=[\w-]{20,}/, '=…')])
  return JSON.stringify([status, cookies, text.replaceAll(/nonce="[^"]*"/g, '')])
}

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
