import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { c, Model } from 'tenon/models'
import { type Database, type Dialect, sql, withDatabase } from 'tenon/database'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Host extends Model('hosts', {
  id: c.id(),
  address: c.text(),
  mood: c.enum(['sad', 'happy']),
  code: c.uuid(),
  data: c.json(),
  extra: c.json<{ readonly a: number } | null>().nullable(),
  tags: c.json(z.array(z.string())),
}) {}

const tables: Readonly<Record<Dialect, string>> = {
  sqlite: `create table hosts (id integer primary key, address text, mood text, code text, data json not null, extra json, tags json not null)`,
  postgres: `create type mood as enum ('sad', 'happy');
    create table hosts (id serial primary key, address inet, mood mood, code uuid, data json not null, extra jsonb, tags jsonb not null)`,
}

forEachDialect('types of an existing database', (open) => {
  const withHosts = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await database.script(tables[open.dialect])
    await withDatabase(database, async () => {
      const host = {
        mood: 'happy' as const,
        code: '00000000-0000-4000-8000-000000000000',
        tags: [],
      }
      await Host.create({ ...host, address: '10.0.0.1', data: { a: 1 } })
      await Host.create({ ...host, address: '10.0.1.1', data: { a: 1 } })
      await Host.create({ ...host, address: '10.0.1.2', data: null, mood: 'sad' })
      await body(database)
    })
  }

  it('are searched as text', () =>
    withHosts(async () => {
      assert.equal(await Host.where('address', 'contains', '0.1.').count(), 2)
      assert.equal(await Host.where('mood', 'starts with', 'HAP').count(), 2)
      assert.equal(await Host.where('address', 'not like', '10.0.0.%').count(), 2)
    }))

  it('are compared and grouped as JSON', () =>
    withHosts(async () => {
      assert.equal(await Host.query().whereJson('data', ['a'], 1).count(), 2)
      assert.equal((await Host.query().select('data').distinct().all()).length, 2)
      const counts = await Host.query().groupBy('data').count().orderBy('count').all()
      assert.deepEqual(counts, [
        { data: null, count: 1 },
        { data: { a: 1 }, count: 2 },
      ])
      const first = await Host.query().orderByJson('data', ['a']).first()
      assert.deepEqual(first?.data, { a: 1 })
    }))

  it('write the JSON null that a column without nulls holds', () =>
    withHosts(async (database) => {
      const host = await Host.findOrFail(3)
      await host.update({ data: { b: 2 } })
      await host.update({ data: null })

      const [row] = await database.query<{ text: string }>(
        sql`select cast(data as text) as text from hosts where id = 3`,
      )
      assert.deepEqual([row?.text, (await host.refresh()).data], ['null', null])
      await assert.rejects(host.update({ tags: null as unknown as string[] }), { status: 422 })
    }))
})
