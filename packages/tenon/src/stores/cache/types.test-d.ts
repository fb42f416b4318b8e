import type { Cache } from './cache.ts'
import type { Cacheable, NotCacheable } from './values/cacheable.ts'
import type { Duration } from '../../base/support/duration.ts'
import type { Refused } from '../../base/support/refused.ts'
import { expectType, type Equal } from '../../data/columns/equal.test-d.ts'

declare const cache: Cache

class Todo {
  title = ''
  save(): void {}
}

interface Tree {
  readonly name: string
  readonly children: readonly Tree[]
}

export const durations: readonly Duration[] = ['1ms', '30s', '5m', '1h', '7d']
// @ts-expect-error a unit is missing
export const withoutUnit: Duration = '30'
// @ts-expect-error no such unit
export const weeks: Duration = '2w'
// @ts-expect-error not whole
export const fraction: Duration = '1.5h'
// @ts-expect-error a number has no unit
export const bare: Duration = 30

export const fetched = cache.fetch('stats', { ttl: '1m' }, async () => ({
  count: 1,
  at: new Date(),
  byDay: new Map([['monday', 1n]]),
}))
export const optional = cache.fetch('user', { ttl: '1m' }, () => undefined as Tree | undefined)
export const nothing = cache.get('stats')

// @ts-expect-error a record with methods would lose them
void cache.fetch('todos', { ttl: '1m' }, async () => [new Todo()])
// @ts-expect-error the same inside an object
void cache.fetch('page', { ttl: '1m' }, () => ({ todos: [new Todo()] }))
// @ts-expect-error and when setting a value
void cache.set('todo', new Todo(), { ttl: '1m' })
// @ts-expect-error every entry needs a ttl
void cache.set('todo', 'title', {})

expectType<
  Equal<typeof fetched, Promise<{ count: number; at: Date; byDay: Map<string, bigint> }>>
>()
expectType<Equal<typeof optional, Promise<Tree | undefined>>>()
expectType<Equal<typeof nothing, Promise<unknown>>>()
expectType<Equal<Cacheable<Tree>, unknown>>()
expectType<Equal<Cacheable<{ readonly note?: string }>, unknown>>()
expectType<Equal<Cacheable<unknown>, unknown>>()
expectType<Equal<Cacheable<Todo[]>, Refused<NotCacheable>>>()
expectType<Equal<Cacheable<ReadonlyMap<string, () => void>>, Refused<NotCacheable>>>()
