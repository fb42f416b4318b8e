import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { compareSchemas } from '../comparison/compare-schemas.ts'
import { type LiveSchema, readLiveSchema } from '../live-schema.ts'
import { readSqliteCatalog } from './sqlite-catalog.ts'

onDialect('sqlite', 'the catalog of SQLite', (open) => {
  it('has only keys that are the number of their row as numbered', async () => {
    const database = await open()
    await database.script(`
      create table a (id integer primary key);
      create table b (id integer primary key autoincrement);
      create table c (id integer primary key desc);
      create table d (id bigint primary key);
      create table e (id int primary key);
      create table f (id integer primary key) without rowid;
      create table g (id integer, other integer, primary key (id, other));
      create table h (id integer, primary key (id desc));`)

    const { tables } = await readSqliteCatalog(database)

    assert.deepEqual(
      tables.filter(({ columns }) => columns[0]?.isNumbered).map(({ name }) => name),
      ['a', 'b', 'h'],
    )
  })

  it('has an index with the collation of its column as createIndex() writes it', async () => {
    const database = await open()
    await database.script(`
      create table a (id integer primary key, name text collate nocase, title text);
      create index plain on a (name);
      create index other on a (title collate nocase);
      create index backwards on a (title desc);`)
    const live = await readLiveSchema(database)

    const [table] = live.schema.values()
    const others = live.remarks.map(({ place }) => place)

    assert.deepEqual([table?.columns['name']?.index, table?.columns['title']?.index], [true, false])
    assert.deepEqual(others, ['the index backwards of a', 'the index other of a'])
    assert.deepEqual(await compareSchemas(live, live, 'sqlite'), [])
  })

  it('leaves out booleans and JSON whose rows no column reads', async () => {
    const database = await open()
    await database.script(`
      create table a (id integer primary key, good boolean, bad boolean, extra json, empty json);
      insert into a (good, bad, extra, empty) values (1, 't', '{}', ''), (null, null, null, null), ('0', 0, '1', '2');`)

    const { schema, remarks } = await readLiveSchema(database)

    assert.deepEqual(Object.keys(schema.get('a')?.columns ?? {}), ['id', 'good', 'extra'])
    assert.deepEqual(
      remarks
        .filter(({ place }) => place.startsWith('a.'))
        .map(({ place, text }) => [place, text.split('. ')[0]]),
      [
        ['a.bad', 'is left out: its rows contain other values than 0 and 1'],
        ['a.empty', 'is left out: its rows contain text that is not JSON'],
      ],
    )
  })

  it('leaves out numbers, texts, dates and bytes whose rows hold something else', async () => {
    const database = await open()
    const types = ['integer', 'bigint', 'numeric(10,2)', 'datetime', 'date', 'blob']
    const columns = types.flatMap((type, i) => [`good${i} ${type}`, `bad${i} ${type}`])
    await database.script(`
      create table a (id integer primary key, ${columns.join(', ')});
      insert into a (good0, bad0, good1, bad1, good2, bad2, good3, bad3, good4, bad4, good5, bad5) values
        (1, 1, 9007199254740993, 2, 1.5, 1, '2026-01-01 10:00', '2026', '2026-01-01', '2026-01-01', x'00', x'00'),
        ('2', 1.5, 2, 'big', 2, 'abc', 'soon', 1767225600, null, 2026.5, null, 'abc');`)

    const { schema, remarks } = await readLiveSchema(database)

    assert.deepEqual(
      Object.entries(schema.get('a')?.columns ?? {}).map(([name, { type }]) => [name, type]),
      [
        ['id', 'integer'],
        ['good0', 'integer'],
        ['good1', 'bigint'],
        ['good2', 'real'],
        ['good3', 'text'],
        ['good4', 'date'],
        ['good5', 'bytes'],
      ],
    )
    const moment =
      'is left out: its rows contain neither text only nor milliseconds since 1970 only. Correct them and pull again to have it as c.text() or as c.timestamp().'
    const reasonOf = (values: string, type: string): string =>
      `is left out: its rows contain other values than ${values}. Correct them and pull again to have it as c.${type}().`
    assert.deepEqual(
      remarks.filter(({ place }) => place.startsWith('a.')).map(({ text }) => text),
      [
        reasonOf('whole numbers', 'integer'),
        reasonOf('whole numbers', 'bigint'),
        reasonOf('numbers', 'real'),
        moment,
        reasonOf('text', 'date'),
        reasonOf('bytes', 'bytes'),
      ],
    )
  })

  it('reads rows with milliseconds as moments, but not with seconds, unless a migration says so', async () => {
    const database = await open()
    await database.script(`
      create table a (id integer primary key, text datetime, none timestamp, moments datetime, early timestamp(3), seconds datetime, mixed datetime, real datetime);
      insert into a (text, moments, early, seconds, mixed, real) values
        ('2026-01-01', 1767225600000, 1767225600000, 1767225600, 1767225600000, 1767225600000),
        ('2026-01-02', null, 1000, 253402300799, '2026-01-02', 1767225600000.5),
        (null, -300000000000, -1767225600000, 0, null, null);`)
    const typesOf = ({ schema }: LiveSchema) =>
      Object.entries(schema.get('a')?.columns ?? {}).map(([name, { type }]) => `${name} ${type}`)
    const columns = ['text', 'none', 'moments', 'seconds', 'mixed'].map(
      (name) => [name, c.timestamp().definition] as const,
    )
    const table = { columns: Object.fromEntries(columns), primaryKey: undefined, hasModel: true }

    const found = await readLiveSchema(database)
    const declared = await readLiveSchema(database, undefined, new Map([['a', table]]))

    const both = ['id integer', 'moments timestamp', 'early timestamp']
    assert.deepEqual(typesOf(found).toSorted(), [...both, 'text text', 'none text'].toSorted())
    assert.deepEqual(
      typesOf(declared).toSorted(),
      [...both, 'text text', 'none timestamp', 'seconds timestamp', 'mixed text'].toSorted(),
    )
  })
})
