import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c, softDeletes, timestamps } from './columns.ts'
import { Table } from './table.ts'

describe('a table', () => {
  const table = new Table('users', {
    id: c.id(),
    email: c.text().unique(),
    password: c.text().hidden(),
    ...timestamps(),
    ...softDeletes(),
  })

  it('keeps its columns in the order of their declaration', () => {
    const names = table.columns.map(({ name }) => name)

    assert.deepEqual(names, ['id', 'email', 'password', 'created_at', 'updated_at', 'deleted_at'])
    assert.equal(table.key?.name, 'id')
    assert.equal(table.deletedAt?.name, 'deleted_at')
    assert.deepEqual(
      table.computedOnUpdate.map(({ name }) => name),
      ['updated_at'],
    )
  })

  it('lists the existing columns if one is unknown', () => {
    assert.throws(() => table.column('mail'), {
      code: 'E_COLUMN_UNKNOWN',
      message: /no column "mail".*id, email, password/,
    })
    assert.throws(() => table.column('__proto__'), { code: 'E_COLUMN_UNKNOWN' })
  })

  it('refuses a foreign key that sets null where a value must be', () => {
    const author = c.integer().references('users.id', { onDelete: 'set null' })
    const message = /"author_id" of "posts" cannot be null, but says onDelete: 'set null'/
    assert.throws(() => new Table('posts', { id: c.id(), author_id: author }), {
      code: 'E_COLUMN_SET_NULL',
      message,
    })
    const updated = c.integer().references('users.id', { onUpdate: 'set null' })
    assert.throws(() => new Table('posts', { id: c.id(), author_id: updated }), {
      code: 'E_COLUMN_SET_NULL',
      message: /onUpdate/,
    })
    assert.ok(new Table('posts', { id: c.id(), author_id: author.nullable() }))
  })

  it('knows which columns are unique and which are hidden', () => {
    assert.equal(table.uniqueColumn('email').name, 'email')
    assert.throws(() => table.uniqueColumn('password'), { code: 'E_COLUMN_NOT_UNIQUE' })
    assert.deepEqual([table.hides('password'), table.hides('email')], [true, false])
  })
})

describe('a column', () => {
  it('is not changed by the methods that refine it', () => {
    const plain = c.text()

    const refined = plain.nullable().unique().index().hidden().default('x')

    assert.equal(plain.definition.nullable, false)
    assert.deepEqual(
      { ...plain.definition },
      {
        ...refined.definition,
        nullable: false,
        unique: false,
        index: false,
        hidden: false,
        default: undefined,
      },
    )
  })

  it('refers to a column of another table', () => {
    const { references } = c.integer().references('users.id', { onDelete: 'cascade' }).definition

    assert.deepEqual(references, {
      table: 'users',
      column: 'id',
      onDelete: 'cascade',
      onUpdate: 'no action',
    })
  })
})
