import { type Equal, expectType } from '../../data/columns/equal.test-d.ts'
import { get, group, post } from './route.ts'
import { routes } from './route-list.ts'
import type { EntriesOf } from './types/entry.ts'

const shared = [
  get('/todos', () => '').name('todos.index'),
  get('/about', () => ''),
  group('/admin', [post('/todos', () => '').name('todos.store')]).name('admin'),
]
const list = routes([
  group('/v1', shared),
  group('/v2', shared).name('v2').allowCrossOrigin(),
  group('/v3', shared).name('late').name('v3'),
])

// The names of nested groups are joined, outermost first, and a route without a name stays without one.
type Names = EntriesOf<typeof list>['name']
expectType<
  Equal<
    Names,
    | 'todos.index'
    | 'admin.todos.store'
    | 'v2.todos.index'
    | 'v2.admin.todos.store'
    | 'v3.late.todos.index'
    | 'v3.late.admin.todos.store'
    | undefined
  >
>()

// @ts-expect-error -- The name of a group ends without a dot, because it is joined with one: "v2"
group('/v2', shared).name('v2.')
