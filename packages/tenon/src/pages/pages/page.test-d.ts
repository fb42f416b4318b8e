import { always, defer, merge, once, optional, scroll } from '../props/prop-kinds.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { PageArguments } from './page.ts'

interface TodoWire {
  id: number
  title: string
  created_at: string
  views: string
}
declare class Todo {
  id: number
  title: string
  created_at: Date
  views: bigint
  secret: string
  toJSON(): TodoWire
}
interface Sizes {
  list: TodoWire[]
  tag: 'a' | 'b'
  nested: { deep: { text: string } }
  later?: TodoWire[]
  maybe: TodoWire | null
}

interface Pages {
  'Todos/Index': (props: { todos: TodoWire[] }) => unknown
  'Todos/Form': (props: { todo: TodoWire | null; errors: Record<string, string> }) => unknown
  Home: () => unknown
  Account: (props: { user: { name: string }; plan: string }) => unknown
  Sizes: (props: Sizes) => unknown
  Feed: (props: { items: { data: readonly TodoWire[] } }) => unknown
  Later: (props: { items?: { data: readonly TodoWire[] } }) => unknown
  Vault: (props: { password: string }) => unknown
  Clock: (props: { at: Date }) => unknown
  Vue: new () => { $props: { title: string } }
  Untyped: unknown
}
interface Shared {
  user: { name: string }
}
declare function page<Name extends keyof Pages>(
  name: Name,
  ...props: PageArguments<Pages[Name], Shared>
): Reply

declare const todo: Todo
declare const todos: Todo[]
declare const rest: { tag: 'a'; nested: { deep: { text: string } }; maybe: null; list: Todo[] }

page('Todos/Index', { todos })
page('Todos/Index', { todos: () => todos })
page('Todos/Index', { todos: async () => todos })
page('Todos/Index', { todos: Promise.resolve(todos) })
page('Todos/Index', { todos: always(() => todos) })
page('Todos/Index', { todos: merge(todos).matchOn('id') })
page('Todos/Index', { todos: once(async () => todos, { key: 'todos', ttl: '1m' }) })
page('Todos/Index', { todos: () => merge(todos) })
page('Todos/Index', { todos: [{ id: 1, title: 'a', created_at: new Date(), views: '1' }] })
page('Todos/Form', { todo: null })
page('Todos/Form', { todo })
page('Home')
page('Home', {})
page('Account', { plan: 'free' })
page('Account', { plan: 'free', user: { name: 'Ada' } })
page('Sizes', { ...rest, later: defer(() => todos) })
page('Sizes', { ...rest, later: merge(defer(async () => todos)).matchOn('id') })
page('Sizes', { ...rest, later: optional(() => todos), maybe: todo })
page('Sizes', { ...rest, nested: { deep: () => ({ text: new Date() }) } })
page('Feed', { items: scroll({ data: todos, currentPage: 1 }) })
page('Feed', { items: scroll(async () => ({ data: todos, currentPage: 1, nextPage: 2 })) })
page('Later', { items: scroll(defer(async () => ({ data: todos, currentPage: 1 }))) })
page('Vue', { title: 'a' })
page('Untyped', { anything: 1n })

// @ts-expect-error a deferred list arrives later
page('Feed', { items: scroll(defer(() => ({ data: todos, currentPage: 1 }))) })
// @ts-expect-error unknown page
page('Todos/Nowhere', {})
// @ts-expect-error missing prop
page('Todos/Index', {})
// @ts-expect-error missing props
page('Todos/Index')
// @ts-expect-error surplus prop
page('Todos/Index', { todos, surplus: 1 })
// @ts-expect-error surplus key in a list of literals
page('Todos/Index', { todos: [{ id: 1, title: 'a', created_at: '', views: '1', more: 1 }] })
// @ts-expect-error surplus key at depth
page('Sizes', { ...rest, nested: { deep: { text: 'a', more: 1 } } })
// @ts-expect-error wrong leaf at depth
page('Sizes', { ...rest, nested: { deep: { text: 1 } } })
// @ts-expect-error a bigint cannot cross the wire
page('Todos/Index', { todos: [{ id: 1, title: 'a', created_at: '', views: 1n }] })
// @ts-expect-error a Date where the page expects one of two words
page('Sizes', { ...rest, tag: new Date() })
// @ts-expect-error deferred, but the page demands it
page('Todos/Index', { todos: defer(() => todos) })
// @ts-expect-error optional, but the page demands it
page('Todos/Index', { todos: merge(optional(() => todos)) })
// @ts-expect-error wrong record in a promise
page('Todos/Index', { todos: Promise.resolve([1]) })
// @ts-expect-error what a record's toJSON hides never reaches the page
page('Vault', Object.assign(todo, { password: 'a' }))
// @ts-expect-error a page never sees a Date
page('Clock', { at: new Date() })
// @ts-expect-error the framework sets `errors`
page('Todos/Form', { todo: null, errors: {} })
// @ts-expect-error a shared prop of the wrong type
page('Account', { plan: 'free', user: { name: 1 } })
// @ts-expect-error missing prop of a Vue component
page('Vue', {})
