import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c, softDeletes } from '../columns/columns.ts'
import { Table, type TableColumn } from '../columns/table.ts'
import type { Dialect } from '../database/statement.ts'
import { buildQuery } from './build-query.ts'
import { createCompiler } from './compiler.ts'
import type { Condition, Fragment, JsonPlace, Link, Search } from './condition.ts'
import { constant } from './parameter.ts'
import type {
  AnyOrder,
  ComputedOrder,
  Joined,
  Operation,
  Output,
  RelatedAggregate,
  Selection,
} from './selection.ts'
import { shapeOf } from './query-cache.ts'

const posts = new Table('posts', {
  id: c.id(),
  title: c.text(),
  score: c.integer().nullable(),
  slug: c.text().unique(),
})
const tags = new Table('tags', { id: c.id(), title: c.text() })
const drafts = new Table('drafts', { id: c.id(), post_id: c.integer(), ...softDeletes() })
const through = [
  undefined,
  { table: 'post_tags', localColumn: 'post_id', targetColumn: 'tag_id', model: undefined },
  { table: 'post_tags', localColumn: 'post_id', targetColumn: 'label_id', model: undefined },
  { table: 'drafts', localColumn: 'post_id', targetColumn: 'id', model: drafts },
  { table: 'post_tags', localColumn: 'owner_id', targetColumn: 'tag_id', model: undefined },
  { table: 'post_labels', localColumn: 'post_id', targetColumn: 'tag_id', model: undefined },
]

/** Generates random queries, the same for the same seed; each part of a query has its own function. */
class QueryMaker {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  selection(): Selection {
    const makers: { readonly [Part in keyof Selection]: () => Selection[Part] } = {
      table: () => posts,
      columns: () => this.#maybe(() => [this.#column(posts), posts.column('score')]),
      condition: () => this.#maybe(() => this.#condition(posts, 2)),
      keys: () => this.#maybe(() => constant('[1]')),
      order: () => this.#list(() => this.#order()),
      limit: () => this.#maybe(() => constant(1)),
      offset: () => this.#maybe(() => constant(1)),
      lock: () => this.#one([undefined, 'wait', 'skip', 'fail']),
      aggregates: () => this.#list(() => this.#aggregate()),
      limitPer: () => this.#maybe(() => this.#one([[posts.column('score')], 'pivot'])),
      joined: () => this.#maybe(() => [this.#joined(), ...this.#list(() => this.#joined())]),
      pivot: () =>
        this.#maybe(() => ({
          table: this.#one(['post_tags', 'post_labels']),
          localColumn: this.#one(['post_id', 'owner_id']),
          targetColumn: this.#one(['tag_id', 'label_id']),
          joinColumn: this.#one(['id', 'title']),
          deletedAt: this.#one([undefined, 'deleted_at']),
          columns: this.#list(() => this.#column(tags)),
          localKeys: constant('[1]'),
        })),
    }
    const parts = Object.entries(makers).map(([name, make]) => [name, make()] as const)
    return Object.fromEntries(parts) as unknown as Selection
  }

  #joined(): Joined {
    const table = this.#one([tags, drafts])
    const column = table.column('id')
    return {
      table,
      columns: [column, ...this.#list(() => this.#column(table))],
      local: this.#column(posts),
      key: this.#column(table),
      condition: this.#maybe(() => this.#condition(table, 1)),
    }
  }

  operation(): Operation {
    const makers: { readonly [Kind in Operation['kind']]: () => Operation } = {
      rows: () => ({ kind: 'rows' }),
      count: () => ({ kind: 'count' }),
      exists: () => ({ kind: 'exists' }),
      delete: () => ({ kind: 'delete' }),
      column: () => ({ kind: 'column', column: this.#column(posts) }),
      values: () => ({
        kind: 'values',
        outputs: this.#list(() => this.#output()),
        isGrouped: this.#one([false, true]),
        isDistinct: this.#one([false, true]),
        having: this.#list(() => ({
          output: this.#output(),
          operator: this.#one(['=', '<']),
          parameter: constant(1),
        })),
        orderBy: this.#list(() => ({
          output: this.#output(),
          direction: this.#one(['asc', 'desc']),
        })),
      }),
      update: () => ({
        kind: 'update',
        changes: [
          {
            column: posts.column('score'),
            by: this.#one(['value', 'increment']),
            parameter: constant(1),
          },
        ],
      }),
    }
    return this.#one(Object.values(makers))()
  }

  #aggregate(): RelatedAggregate {
    return {
      name: this.#one(['a', 'b']),
      by: this.#one(['count', 'exists', 'sum', 'max']),
      column: this.#column(tags),
      link: this.#link(),
      condition: this.#maybe(() => this.#condition(tags, 1)),
    }
  }

  #order(): AnyOrder {
    const direction = this.#one(['asc', 'desc'] as const)
    type By = ComputedOrder['by']
    const makers: { readonly [Kind in By['kind']]: () => By } = {
      sql: () => ({ kind: 'sql', fragment: this.#fragment() }),
      json: () => ({ kind: 'json', place: this.#place() }),
      relevance: () => ({ kind: 'relevance', search: this.#search() }),
      aggregate: () => ({ kind: 'aggregate', aggregate: this.#aggregate() }),
      related: () => ({
        kind: 'related',
        link: { ...this.#link(), through: undefined },
        column: this.#column(tags),
        condition: this.#maybe(() => this.#condition(tags, 1)),
      }),
      pivot: () => ({ kind: 'pivot', column: this.#column(tags) }),
    }
    const column = this.#one([this.#column(posts), undefined])
    if (column !== undefined) return { column, direction }
    return { column, by: this.#one(Object.values(makers))(), direction }
  }

  #fragment(): Fragment {
    const text = this.#one([['a > '], ['b > '], ['a > ', ''], ['a', ' > '], ['a > ', ' + ', '']])
    return { text, parameters: text.slice(1).map(() => constant(1)) }
  }

  #place(): JsonPlace {
    const path = this.#one([['a'], ['b'], ['a', 'b'], ['a', 0], ['a', '0']])
    return { column: this.#column(posts), path }
  }

  #search(): Search {
    const columns = this.#one([posts.columns.slice(0, 1), posts.columns.slice(0, 2)])
    const language = this.#one([undefined, 'english', 'german'] as const)
    return { table: posts, columns, language, words: constant('x') }
  }

  #output(): Output {
    const name = this.#one(['a', 'b'])
    const by = this.#one(['value', 'sql', 'json'] as const)
    if (by === 'sql') {
      return { name, by, fragment: this.#fragment(), isGroup: this.#one([true, false]) }
    }
    if (by === 'json') return { name, by, place: this.#place() }
    return {
      name,
      by: this.#one(['column', 'count', 'sum', 'avg'] as const),
      column: this.#column(posts),
    }
  }

  #condition(table: Table, depth: number): Condition {
    const column = this.#column(table)
    const negated = this.#one([false, true])
    const parameter = constant('1')
    const inner = () => this.#condition(table, depth - 1)
    const makers: { readonly [Kind in Condition['kind']]: () => Condition } = {
      compare: () => ({
        kind: 'compare',
        column,
        operator: this.#one(['=', '!=', '<']),
        parameter,
      }),
      tuples: () => ({
        kind: 'tuples',
        table: posts,
        columns: [column, ...this.#list(() => this.#column(table))],
        parameter,
      }),
      row: () => ({
        kind: 'row',
        columns: [column],
        operator: this.#one(['=', '<', '>']),
        parameters: [parameter],
      }),
      columns: () => ({
        kind: 'columns',
        column,
        operator: this.#one(['=', '<']),
        other: this.#column(table),
      }),
      sql: () => ({ kind: 'sql', fragment: this.#fragment() }),
      json: () => ({
        kind: 'json',
        ...this.#place(),
        operator: this.#one(['=', '!=', '<']),
        type: this.#one(['string', 'number', 'boolean']),
        parameter,
      }),
      jsonNull: () => ({ kind: 'jsonNull', place: this.#place() }),
      search: () => ({ kind: 'search', search: this.#search() }),
      null: () => ({ kind: 'null', column, negated }),
      list: () => ({ kind: 'list', column, negated, parameter }),
      like: () => ({ kind: 'like', column, negated, parameter }),
      includes: () => ({ kind: 'includes', column, negated, parameter }),
      all: () => ({ kind: 'all', conditions: depth > 0 ? this.#list(inner) : [] }),
      any: () => ({ kind: 'any', conditions: depth > 0 ? this.#list(inner) : [] }),
      first: () => ({
        kind: 'first',
        table,
        columns: [this.#column(table)],
        scope: depth > 0 ? this.#maybe(() => this.#condition(table, depth - 1)) : undefined,
      }),
      related: () => ({
        kind: 'related',
        link: this.#link(),
        condition: depth > 0 ? this.#maybe(() => this.#condition(tags, depth - 1)) : undefined,
        negated,
      }),
    }
    return this.#one(Object.values(makers))()
  }

  #link(): Link {
    return {
      target: tags,
      pairs: [
        { local: this.#one(['id', 'score']), target: this.#one(['id', 'title']) },
        ...this.#list(() => ({ local: 'id', target: this.#one(['id', 'title']) })),
      ],
      type: this.#maybe(() => ({
        side: this.#one(['local', 'target'] as const),
        column: tags.column('title'),
        value: this.#one(['posts', 'videos']),
      })),
      through: this.#one(through),
    }
  }

  #column(table: Table): TableColumn {
    return this.#one(table.columns)
  }

  #list<Item>(make: () => Item): Item[] {
    return Array.from({ length: this.#below(3) }, make)
  }

  #maybe<Value>(make: () => Value): Value | undefined {
    return this.#below(3) === 0 ? make() : undefined
  }

  #one<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
    // Below the length there is an item, which may be undefined.
    return items[this.#below(items.length)] as Item
  }

  /** The generator of Park and Miller. */
  #below(limit: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647
    return this.#state % limit
  }
}

const QUERIES = 20_000

function sqlOf(selection: Selection, operation: Operation, dialect: Dialect): string {
  return buildQuery(createCompiler(dialect), selection, operation, dialect).sql
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the shape of a query (${dialect})`, () => {
    it('is the same for the same SQL only', () => {
      const maker = new QueryMaker(20_261_122)
      const sqlByShape = new Map<string, string>()

      for (let i = 0; i < QUERIES; i++) {
        const [selection, operation] = [maker.selection(), maker.operation()]
        const { text } = shapeOf(selection, operation)
        const sql = sqlOf(selection, operation, dialect)
        assert.equal(sqlByShape.get(text) ?? sql, sql, text)
        sqlByShape.set(text, sql)
      }
    })
  })
}
