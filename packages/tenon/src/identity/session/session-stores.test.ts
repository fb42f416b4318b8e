import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { forEachStore } from '../../../test/support/for-each-store.ts'
import { KeyRing } from '../../base/keys/keys.ts'
import { withDatabase } from '../../data/database/current-database.ts'
import { sql } from '../../data/database/sql.ts'
import { stores } from '../../stores/cache/current-store.ts'
import { CachedSessions } from './cached-sessions.ts'
import { CookieSessions } from './cookie-sessions.ts'
import { DatabaseSessions } from './database-sessions.ts'
import {
  type SessionSave,
  type SessionStore,
  type StoredSession,
  toDigest,
} from './session-store.ts'

const day = 86_400_000
const lifetime = { lifetimeMs: 7 * day, idleMs: day }
const value = { at: new Date(0), of: new Set([1n]) }

describe('sessions in a cookie', () => {
  const keys = new KeyRing('a long secret for tests, of 32 bytes or more')
  const store = new CookieSessions(keys, lifetime)

  it('are read back as they were saved', async () => {
    const cookie = await saveNew(store, { value })

    assert.deepEqual(toValues(store.read(cookie)), { value })
  })

  it('are not read once they have expired, or were changed', async () => {
    const idle = store.save(toSave({ value }, { usedAt: Date.now() - day }))
    const old = store.save(toSave({ value }, { createdAt: Date.now() - 7 * day }))
    const cookie = store.save(toSave({ value }))

    assert.equal(store.read(idle), undefined)
    assert.equal(store.read(old), undefined)
    assert.equal(store.read(`B${cookie.slice(1)}`), undefined)
  })

  it('refuse more than a cookie carries, and name the largest value', () => {
    assert.throws(() => store.save(toSave({ small: 1, cart: 'x'.repeat(4000) })), {
      code: 'E_SESSION_SIZE',
      message: /Its largest value is "cart"/,
    })
  })
})

forEachDialect('sessions in the database', (open) => {
  itKeepsSessions(async () => {
    const database = await open()
    return (body) => withDatabase(database, () => body(new DatabaseSessions(lifetime)))
  })

  it('keep only digests of ids', async () => {
    const database = await open()
    await withDatabase(database, async () => {
      const cookie = await saveNew(new DatabaseSessions(lifetime), { value })

      const rows = await database.query<{ digest: string }>(sql`select * from tenon_sessions`)

      assert.deepEqual(
        rows.map(({ digest }) => digest),
        [toDigest(cookie)],
      )
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(cookie))
    })
  })

  it('delete what has expired', async () => {
    const database = await open()
    await withDatabase(database, async () => {
      await saveNew(new DatabaseSessions(lifetime), { a: 1 }, { usedAt: Date.now() - day })

      await saveNew(new DatabaseSessions(lifetime), { b: 1 })

      const rows = await database.query(sql`select digest from tenon_sessions`)
      assert.equal(rows.length, 1)
    })
  })
})

forEachStore('sessions in the store', (open) => {
  itKeepsSessions(async () => {
    const cache = await open()
    return (body) => stores.run(cache, () => body(new CachedSessions(lifetime)))
  })
})

/** Runs a test where the store finds its database or cache. */
type Run = (body: (store: SessionStore) => Promise<void>) => Promise<void>

function itKeepsSessions(prepare: () => Promise<Run>): void {
  it('are read back as they were saved, by their id alone', async () => {
    const run = await prepare()
    await run(async (store) => {
      const cookie = await saveNew(store, { value })

      assert.deepEqual(toValues(await store.read(cookie)), { value })
      assert.equal(await store.read(`${cookie}x`), undefined)
    })
  })

  it('keep the changes of fifty requests at once', async () => {
    const run = await prepare()
    await run(async (store) => {
      const cookie = await saveNew(store, { first: true, gone: true })
      const keys = Array.from({ length: 50 }, (_, i) => `key ${i}`)

      await Promise.all([
        ...keys.map((key) => store.save(toChange(cookie, { [key]: key }))),
        store.save(toChange(cookie, {}, { deleted: ['gone'] })),
      ])

      const expected = { first: true, ...Object.fromEntries(keys.map((key) => [key, key])) }
      assert.deepEqual(toValues(await store.read(cookie)), expected)
    })
  })

  it('move to another id and leave nothing under the old one', async () => {
    const run = await prepare()
    await run(async (store) => {
      const before = await saveNew(store, { value })

      const after = await store.save(toChange(before, { user: 7 }, { isRegenerated: true }))

      assert.notEqual(after, before)
      assert.equal(await store.read(before), undefined)
      assert.deepEqual(toValues(await store.read(after ?? '')), { value, user: 7 })
    })
  })

  it('stay ended when a request that began before is stored after', async () => {
    const run = await prepare()
    await run(async (store) => {
      const cookie = await saveNew(store, { value })
      await store.destroy(cookie)

      assert.equal(await store.save(toChange(cookie, { user: 7 })), undefined)
      assert.equal(await store.read(cookie), undefined)
    })
  })

  it('are not read once they have expired', async () => {
    const run = await prepare()
    await run(async (store) => {
      const idle = await saveNew(store, { value }, { usedAt: Date.now() - day })
      const old = await saveNew(store, { value }, { createdAt: Date.now() - 7 * day })

      assert.equal(await store.read(idle), undefined)
      assert.equal(await store.read(old), undefined)
    })
  })
}

async function saveNew(
  store: SessionStore,
  values: Record<string, unknown>,
  moments: Partial<StoredSession> = {},
): Promise<string> {
  return (await store.save(toSave(values, moments))) ?? assert.fail('A new session was not stored')
}

function toSave(
  values: Record<string, unknown>,
  moments: Partial<StoredSession> = {},
): SessionSave {
  const set = new Map(Object.entries(values))
  const now = Date.now()
  return {
    cookie: undefined,
    isRegenerated: false,
    changes: { set, deleted: new Set() },
    session: { values: set, createdAt: now, usedAt: now, ...moments },
    expiresAt: now + 60_000,
  }
}

function toChange(
  cookie: string,
  values: Record<string, unknown>,
  { deleted = [], isRegenerated = false }: { deleted?: string[]; isRegenerated?: boolean } = {},
): SessionSave {
  const save = toSave(values)
  const changes = { set: save.changes.set, deleted: new Set(deleted) }
  return { ...save, cookie, isRegenerated, changes }
}

function toValues(stored: StoredSession | undefined): Record<string, unknown> {
  return Object.fromEntries(stored?.values ?? [])
}
