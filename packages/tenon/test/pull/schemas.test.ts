import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { onDialect, type OpenDatabase } from '../support/for-each-dialect.ts'
import { findDifferences, pullScript } from './pulled-application.ts'

onDialect('postgres', 'tenon db:pull of several schemas', (open) => {
  it('finds what a statement finds by its name, and names what is hidden', async () => {
    const second = await schemaOf(await open.url())
    await using pulled = await pullScript(
      behind(open, second),
      `create table customers (id serial primary key);
       create table ${second}.orders (
         id serial primary key,
         customer_id integer not null references customers (id),
         state text not null default 'open'
       );
       create table ${second}.customers (id serial primary key);
       insert into customers default values;
       insert into orders (customer_id) values (1)`,
    )

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    assert.match(
      pulled.app.read('app/models/order.ts'),
      /customer_id: c\.integer\(\)\.references\('customers\.id'\)/,
    )
    assert.match(
      pulled.pulled.output,
      new RegExp(`\\[ \\] the table ${second}\\.customers is left out: another table`),
    )
    assert.deepEqual(await pulled.readAll(), { Customer: 1, Order: 1 })
    assert.deepEqual(await findDifferences(pulled, await open()), [])
    await pulled.app.main('migrate')
    const live = await pulled.app.main('schema:check', '--database')
    assert.equal(live.exitCode, 0, live.output)
  })

  it('names schemas that the connection does not read', async () => {
    await schemaOf(await open.url(), 'create table orders (id int)')
    await using pulled = await pullScript(open, 'create table notes (id serial primary key)')

    assert.match(
      pulled.pulled.output,
      /\[ \] the tables of .* are in schemas that the connection does not read\. .*\?schema=\w+,\w+\./,
    )
    assert.doesNotMatch(pulled.pulled.output, /order\.ts/)
  })
})

/** Opens databases that also look into another schema. */
function behind(open: OpenDatabase, schema: string): OpenDatabase {
  const url = async (): Promise<string> => {
    const first = new URL(await open.url())
    first.searchParams.set('schema', `${first.searchParams.get('schema')},${schema}`)
    return first.href
  }
  return Object.assign(async () => createDatabase(await url()), { dialect: open.dialect, url })
}

async function schemaOf(url: string, script = ''): Promise<string> {
  await using database = createDatabase(url)
  await database.script(script)
  const [row] = await database.query<{ name: string }>(sql`select current_schema()::text as name`)
  return row?.name ?? ''
}
