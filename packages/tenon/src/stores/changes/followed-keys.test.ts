import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CatalogForeignKey } from '../../data/introspection/catalog-table.ts'
import { FollowedKeys } from './followed-keys.ts'

type Key = Partial<CatalogForeignKey> & Pick<CatalogForeignKey, 'table' | 'columns'>

function keysOf(...keys: readonly (readonly [table: string, key: Key])[]): FollowedKeys {
  return new FollowedKeys(
    keys.map(([table, key]) => ({
      table,
      key: {
        targetColumns: ['id'],
        onDelete: 'cascade',
        onUpdate: 'no action',
        isDeferrable: false,
        isElsewhere: false,
        ...key,
      },
    })),
  )
}

describe('FollowedKeys', () => {
  it('follows a key to its own table to the whole table, whose deeper rows nobody knows', () => {
    const keys = keysOf(['comments', { table: 'comments', columns: ['parent_id'] }])

    const all = keys.follow([{ table: 'comments', rows: [{ id: 1 }], isDelete: true }])

    assert.deepEqual(all.slice(1), [
      { table: 'comments', rows: [{ parent_id: 1 }], isDelete: true },
      { table: 'comments', rows: undefined, isDelete: true },
    ])
  })

  it('follows keys in a circle once, with what is known of each row', () => {
    const columns = ['tenant', 'parent'] as const
    const targetColumns = ['tenant', 'id'] as const
    const keys = keysOf(
      ['lists', { table: 'items', columns, targetColumns }],
      ['items', { table: 'lists', columns, targetColumns }],
    )

    const all = keys.follow([{ table: 'lists', rows: [{ tenant: 1, id: 2 }], isDelete: true }])

    assert.deepEqual(
      all.slice(1).map(({ table, rows }) => [table, rows]),
      [
        ['items', [{ tenant: 1, parent: 2 }]],
        ['lists', [{ tenant: 1 }]],
        ['items', [{ tenant: 1 }]],
      ],
    )
  })

  it('follows the deletion of a whole table, although the table was changed before', () => {
    const keys = keysOf(
      ['books', { table: 'authors', columns: ['editor_id'], onDelete: 'set null' }],
      ['books', { table: 'authors', columns: ['author_id'] }],
      ['pages', { table: 'books', columns: ['book_id'] }],
    )

    const all = keys.follow([{ table: 'authors', rows: undefined, isDelete: true }])

    assert.deepEqual(
      all.map(({ table, isDelete }) => [table, isDelete]),
      [
        ['authors', true],
        ['books', false],
        ['books', true],
        ['pages', true],
      ],
    )
  })
})
