import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createDatabase } from '../../src/database.ts'
import { sharedPostgres } from '../support/postgres-server.ts'
import { startDevelopment } from './start-development.ts'

const todo = join(import.meta.dirname, '../../../../examples/todo')

describe('tenon dev on PostgreSQL', { timeout: 240_000 }, () => {
  it('creates and migrates a database that does not exist', async () => {
    const server = await sharedPostgres()
    const url = toUrl(server, 'a "new" one')
    await using app = await startDevelopment(todo, { DATABASE_URL: url })

    await app.logged('Created the database "a "new" one"')

    assert.equal((await fetch(`${app.origin}/todos`)).status, 200)
    assert.ok(app.messages.some((message) => message.startsWith('Migrated ')))
  })

  it('says how to create it if its role may not', async () => {
    const server = await sharedPostgres()
    await using database = createDatabase(server)
    await database.script('create role unable login')
    const url = toUrl(server, 'absent').replace(/\/\/[^@/]*@/, '//unable@')
    await using app = await startDevelopment(todo, { DATABASE_URL: url })

    const said = await app.logged('PostgreSQL cannot be connected to')

    assert.match(said, /"absent" does not exist\. Create it: createdb absent\. Check DATABASE_URL/)
    const refusal = app.lines.find((line) => line.includes('could not be created'))
    assert.match(refusal ?? '', /permission denied/)
  })
})

function toUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}
