import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '../../../base/log/create-log.ts'
import { logStatement } from './statement-log.ts'

function logged(sql: string, durationMs: number): readonly string[] {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  logStatement(createLog({ level: 'debug', format: 'json', destination }), {
    sql,
    durationMs,
    location: 'main.ts:12:1',
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
