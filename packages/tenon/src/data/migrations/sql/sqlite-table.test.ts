import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { definesColumn, isForeignKeyOf, parseSqliteTable } from './sqlite-table.ts'

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
