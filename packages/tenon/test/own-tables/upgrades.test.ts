import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import type { Database } from '../../src/data/database/database.ts'
import type { OwnTable } from '../../src/data/own/own-table.ts'
import { createOwnTables } from '../../src/data/own/own-tables.ts'
import { sql } from '../../src/data/database/sql.ts'
import { MigrationFailed } from '../../src/data/migrations/migration-failed.ts'
import { OwnUpgrades } from '../../src/data/migrations/own/own-upgrades.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { interrupted } from './interrupted.ts'
import { readStructure } from './read-structure.ts'

/** Three versions of a table: a column is added, which old code does not see, then one is dropped. */
const first = {
  name: 'tenon_boxes',
  columns: { id: 'id', label: 'text' },
} as const satisfies OwnTable

const second = {
  ...first,
  columns: { ...first.columns, weight: 'integer?', size: 'integer?' },
  upgrades: [
    {
      isRolling: true,
      statements: () => [
        'alter table tenon_boxes add column weight integer',
        'alter table tenon_boxes add column size integer',
        'update tenon_boxes set weight = 5',
      ],
    },
  ],
} as const satisfies OwnTable

const third = {
  ...second,
  columns: { id: 'id', weight: 'integer?', size: 'integer?' },
  indexes: { weight: '(weight)' },
  upgrades: [
    ...second.upgrades,
    {
      isRolling: false,
      *statements() {
        yield 'alter table tenon_boxes drop column label'
        yield 'create index tenon_boxes_weight on tenon_boxes (weight)'
      },
    },
  ],
} as const satisfies OwnTable

forEachDialect('a table of our own', (open) => {
  it('is brought to the version of the code with its rows, each step once', async () => {
    const database = await openFirst(await open())

    const completed = await upgrade(database)
    const again = await upgrade(database)

    assert.deepEqual(completed, ['tenon_boxes to version 2', 'tenon_boxes to version 3'])
    assert.deepEqual(again, [])
    assert.deepEqual(await database.query(sql`select * from tenon_boxes`), [
      { id: 1, weight: 5, size: null },
    ])
    assert.deepEqual(await readVersions(database), ['tenon_boxes 3 from 3'])
  })

  it('has the same structure whether it was upgraded or is new', async () => {
    const [upgraded, created] = [await openFirst(await open()), await open()]

    await upgrade(upgraded)
    await createOwnTables(created, [third])

    assert.deepEqual(await readStructure(upgraded), await readStructure(created))
    assert.deepEqual(await readVersions(created), await readVersions(upgraded))
    assert.deepEqual(await pending(created), [])
  })

  it('goes on from a step, wherever an upgrade was interrupted', async () => {
    const states = new Set<string>()
    for (let at = 1; ; at += 1) {
      const database = await openFirst(await open())
      const isDone = await upgrade(interrupted(database, at)).then(() => true, isInterruption)
      if (isDone) break

      states.add(`${(await columnsOf(database)).join()}: ${(await pending(database)).join()}`)
      await upgrade(database)
      const rows = await database.query(sql`select * from tenon_boxes`)
      assert.deepEqual(rows, [{ id: 1, weight: 5, size: null }], `interrupted at ${at}`)
    }

    assert.deepEqual(
      [...states],
      [
        'id,label: tenon_boxes to version 2,tenon_boxes to version 3',
        'id,label,size,weight: tenon_boxes to version 3',
      ],
    )
  })

  it('is upgraded by one of several processes that begin at the same time', async () => {
    const url = await open.url()
    await using one = createDatabase(url)
    await using other = createDatabase(url)
    await openFirst(one)

    const completed = await Promise.all([upgrade(one), upgrade(other), upgrade(one)])

    assert.deepEqual(completed.flat().toSorted(), [
      'tenon_boxes to version 2',
      'tenon_boxes to version 3',
    ])
    assert.deepEqual(await pending(one), [])
  })

  it('is created by one of several processes that need it at the same time', async () => {
    const url = await open.url()
    await using one = createDatabase(url)
    await using other = createDatabase(url)

    await Promise.all([one, other, one].map((each) => createOwnTables(each, [third])))

    assert.deepEqual(await readVersions(one), ['tenon_boxes 3 from 3'])
  })

  it('is created again after somebody has dropped it', async () => {
    const database = await open()
    await createOwnTables(database, [third])
    await database.script('drop table tenon_boxes')

    await createOwnTables(database, [third])

    assert.deepEqual(await database.query(sql`select * from tenon_boxes`), [])
  })

  it('is used by older code after a step that lets it, and by no older code after another', async () => {
    const database = await openFirst(await open())

    await new OwnUpgrades(database, [second], {}).run()
    await createOwnTables(database, [first])
    await database.query(sql`insert into tenon_boxes (label) values ('new')`)
    await upgrade(database)

    const refused = { name: 'SetupError', code: 'E_TABLES_NEWER' }
    await assert.rejects(createOwnTables(database, [first]), refused)
    await assert.rejects(createOwnTables(database, [second]), refused)
    await createOwnTables(database, [third])
  })

  it('is not used by newer code before its upgrade', async () => {
    const database = await openFirst(await open())

    const used = createOwnTables(database, [third])

    await assert.rejects(used, { name: 'SetupError', code: 'E_TABLES_OLDER' })
  })

  it('has its upgrade printed without being changed', async () => {
    const database = await openFirst(await open())

    const pretended = await new OwnUpgrades(database, [third], {}).pretend()

    assert.deepEqual(
      pretended.map(({ statements }) => statements.length),
      [3, 2],
    )
    assert.deepEqual(await columnsOf(database), ['id', 'label'])
  })
})

/** Creates the first version as it was when versions were not recorded. */
async function openFirst(database: Database): Promise<Database> {
  await createOwnTables(database, [first])
  await database.query(sql`insert into tenon_boxes (label) values ('shoes')`)
  await database.script('drop table tenon_tables')
  return database
}

async function upgrade(database: Database): Promise<readonly string[]> {
  const completed = await new OwnUpgrades(database, [third], {}).run()
  return completed.map(({ name }) => name)
}

function isInterruption(error: unknown): boolean {
  const cause = error instanceof MigrationFailed ? error.cause : error
  if (cause instanceof Error && cause.name === 'Interrupted') return false
  throw error
}

function pending(database: Database): Promise<readonly string[]> {
  return new OwnUpgrades(database, [third], {}).pending()
}

async function columnsOf(database: Database): Promise<readonly string[]> {
  const [row = {}] = await database.query(sql`select * from tenon_boxes`)
  return Object.keys(row).toSorted()
}

async function readVersions(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ name: string; version: number; oldest_code: number }>(
    sql`select * from tenon_tables where name <> 'tenon_tables'`,
  )
  return rows.map(({ name, version, oldest_code }) => `${name} ${version} from ${oldest_code}`)
}
