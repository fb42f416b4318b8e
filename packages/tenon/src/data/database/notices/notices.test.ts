import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { createDatabase } from '../../drivers/create-database.ts'
import { sql } from '../sql.ts'

forEachDialect('Database.listen', (open) => {
  it('hears a commit of another connection', async () => {
    const url = await open.url()
    await using listening = createDatabase(url)
    await using writing = createDatabase(url)
    await writing.script('create table notes (id integer)')
    const calls = new Calls()
    using _notes = listening.listen('notes', calls.add)
    // PostgreSQL's connection tells once that it listens.
    if (open.dialect === 'postgres') await calls.reach(1)
    const before = calls.count

    await writing.transaction(async () => {
      await writing.query(sql`insert into notes (id) values (1)`)
      if (open.dialect === 'postgres') await writing.script('notify notes')
    })

    await calls.reach(before + 1)
    assert.equal(calls.count, before + 1)
  })

  it('calls the listeners of this process, until they are disposed', async () => {
    const database = await open()
    let calls = 0
    const listening = database.listen('notes', () => calls++)

    database.wake('notes')
    database.wake('others')
    listening[Symbol.dispose]()
    database.wake('notes')

    assert.equal(calls, 1)
  })
})

class Calls {
  count = 0
  #changed = Promise.withResolvers<void>()

  readonly add = (): void => {
    this.count++
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  async reach(count: number): Promise<void> {
    while (this.count < count) await this.#changed.promise
  }
}
