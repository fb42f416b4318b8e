import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { definesColumn, isForeignKeyOf, isUniqueOf, parseSqliteTable } from './sqlite-table.ts'

describe('parseSqliteTable', () => {
  it('splits a table at the commas between its definitions', () => {
    const text = `CREATE TABLE "a,(b" (id integer primary key, "x,y" text default 'it''s, (' collate nocase,
      c integer check (c in (1, 2)), -- one, two
      foreign key (c) references d (id)) strict`

    assert.deepEqual(parseSqliteTable(text), {
      definitions: [
        'id integer primary key',
        `"x,y" text default 'it''s, (' collate nocase`,
        'c integer check (c in (1, 2))',
        '-- one, two\n      foreign key (c) references d (id)',
      ],
      tail: 'strict',
    })
  })

  it('splits constraints of the table that SQLite accepts without commas', () => {
    const text = `create table t (a text unique check (a <> ''), b text, constraint "x(" unique (a, b) on conflict
      ignore unique (b) CHECK (b <> '') constraint one constraint two foreign key (a) references u (a) primary key (a))`

    assert.deepEqual(parseSqliteTable(text).definitions, [
      `a text unique check (a <> '')`,
      'b text',
      'constraint "x(" unique (a, b) on conflict\n      ignore',
      'unique (b)',
      `CHECK (b <> '')`,
      'constraint one constraint two foreign key (a) references u (a)',
      'primary key (a)',
    ])
  })
})

describe('definesColumn', () => {
  it('finds the column however its name is quoted', () => {
    const definitions = ['title text', '"title" text', '[Title] text', '`title`', '/* a */ title']

    assert.ok(definitions.every((definition) => definesColumn(definition, 'title')))
    assert.ok(!definesColumn('titles text', 'title'))
  })

  it('does not take a table constraint for a column', () => {
    assert.ok(!definesColumn('check (a > 1)', 'check'))
    assert.ok(definesColumn('"check" integer', 'check'))
  })
})

describe('isForeignKeyOf', () => {
  it('finds the foreign key of one column', () => {
    const named = 'constraint "x" foreign key ("user_id") references "users" ("id")'

    assert.ok(isForeignKeyOf(named, 'user_id'))
    assert.ok(isForeignKeyOf('FOREIGN KEY (user_id) REFERENCES users', 'user_id'))
    assert.ok(!isForeignKeyOf(named, 'id'))
    assert.ok(!isForeignKeyOf('foreign key (user_id, b) references users', 'user_id'))
  })
})

describe('isUniqueOf', () => {
  it('compares the columns, whatever their order and collation', () => {
    const unique = 'constraint x unique ("Code" collate nocase desc, (size) asc) on conflict ignore'

    assert.ok(isUniqueOf(unique, ['code', 'size']))
    assert.ok(!isUniqueOf(unique, ['code']))
    assert.ok(!isUniqueOf(unique, ['size', 'code']))
    assert.ok(!isUniqueOf('code text unique', ['code']))
  })
})
