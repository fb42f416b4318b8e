import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '../../../base/log/create-log.ts'
import { logStatement } from './statement-log.ts'

function logged(
  sql: string,
  durationMs: number,
  place: { readonly location?: string } = { location: 'main.ts:12:1' },
): readonly string[] {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  logStatement(createLog({ level: 'debug', format: 'json', destination }), {
    sql,
    durationMs,
    ...place,
  })
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
}

it("logs the application's statements, and slow ones as warnings", () => {
  assert.deepEqual(logged('select * from "notes" where "id" = ?', 1), ['Statement'])
  assert.deepEqual(logged('insert into "notes" ("title") values (?)', 30), ['Slow statement'])
  assert.deepEqual(logged('select * from (select 1)', 30), ['Slow statement'])
})

it("does not log statements on Tenon's own tables, however slow they are", () => {
  for (const sql of [
    'create table if not exists tenon_logins (id text)',
    'create index if not exists tenon_jobs_ready on tenon_jobs (id)',
    'delete from tenon_tokens where expires_at <= ?',
    'insert into "migrations" ("name") values (?)',
    'update tenon_jobs set state = ?',
    'select name from migrations',
  ]) {
    assert.deepEqual([logged(sql, 1), logged(sql, 30)], [[], []], sql)
  }
})

it('does not log what Tenon sends by itself, on the catalog or on no table', () => {
  for (const sql of [
    'begin isolation level read committed',
    'commit',
    "select pg_notify($1, $2), set_config('synchronous_commit', 'off', true)",
    'select pg_advisory_xact_lock(hashtext($1))',
    'select c.relname::text as "table" from pg_class c',
    'select * from (select 2 as rank from pg_class)',
    'select name from sqlite_schema',
  ]) {
    const other = { location: '/app/node_modules/tenon/main.ts:1:1' }
    assert.deepEqual([logged(sql, 30, {}), logged(sql, 30, other)], [[], []], sql)
    assert.deepEqual(logged(sql, 30), ['Slow statement'], sql)
  }
})

it('logs a statement without a line of the application: the lookup of a bound record', () => {
  assert.deepEqual(logged('select * from "notes" where "id" = ?', 1, {}), ['Statement'])
  assert.deepEqual(logged('select * from "notes"', 30, {}), ['Slow statement'])
})
