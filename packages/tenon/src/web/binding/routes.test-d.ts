import { redirect } from '../http/redirect.ts'
import { del, fallback, get, group, post, put } from '../routing/route.ts'
import { routes } from '../routing/route-list.ts'
import type { EntriesOf } from '../routing/types/entry.ts'
import type { QueryFields, QueryValue } from '../body/write-query.ts'
import type { ArgumentsOf, ParametersOf, QueryArgument } from '../routing/types/url.ts'
import { route } from '../routing/url.ts'
import { expectType, type Equal } from '../../data/columns/equal.test-d.ts'
import { c } from '../../data/columns/columns.ts'
import { Model } from '../../data/models/model.ts'
import { hasMany } from '../../data/relations/relation.ts'
import { handler } from './handler.ts'
import { param } from './parameters.ts'
import { body } from './validated-body.ts'
import { query } from './validated-query.ts'
import type { StandardSchemaV1 } from '@standard-schema/spec'

interface UserRecord {
  readonly id: number
  readonly email: string
}
interface PostRecord {
  readonly slug: string
}
const User = {
  parseKey: (key: string): number | undefined => Number(key),
  find: (key: number): Promise<UserRecord | null> => Promise.resolve({ id: key, email: '' }),
}
const Post = {
  parseKey: (key: string): string | undefined => key,
  find: (slug: string): PostRecord | null => ({ slug }),
}
declare const schema: StandardSchemaV1<unknown, { title: string }>
const Form = body(schema)

const showUser = handler({ user: User }).run(({ user }) => {
  expectType<Equal<typeof user, UserRecord>>()
  return redirect('/')
})
const both = handler({ user: User, post: Post, form: Form }).run(
  ({ user, post, form }, request) => {
    expectType<Equal<typeof post, PostRecord>>()
    expectType<Equal<typeof form, { title: string }>>()
    expectType<Equal<ReturnType<typeof request.param>, string | undefined>>()
    return user.email
  },
)

// Both notations mixed, groups three levels deep; a request type needs no parameter.
export const web = routes([
  get('/', () => redirect(route('plain' as string) ?? '/')).name('home'),
  get('/users/:user', showUser).name('users.show'),
  group('/a', [
    group('/:one', [
      group('/{two}', [
        get(
          '/',
          handler({ one: param.integer, two: param.uuid }).run(({ one }) => one.toFixed()),
        ).name('deep'),
      ]),
    ]),
  ]),
  group('/users/{user}', [
    post('/posts/:post', both).name('posts.store'),
    del('/', showUser),
    put(
      '/big/{id}',
      handler({ id: param.bigint }).run(({ id }) => String(id + 1n)),
    ).name('big'),
  ]),
  get(
    '/files/{rest*}',
    handler({ rest: param.string }).run(({ rest }) => rest),
  ).name('files'),
  get('/raw/{any}', (request) => request.param('any') ?? '').name('raw'),
  fallback((request) => request.path()),
])

type E = EntriesOf<typeof web>
type Names = Exclude<E['name'], undefined>
type Arguments<Name extends Names> = ArgumentsOf<ParametersOf<Extract<E, { name: Name }>>>
expectType<Equal<Names, 'home' | 'users.show' | 'deep' | 'posts.store' | 'big' | 'files' | 'raw'>>()
expectType<Equal<Arguments<'home'>, [parameters?: Readonly<Record<string, never>>]>>()
// @ts-expect-error -- its path does not have a parameter
export const surplus: Arguments<'home'> = [{ user: 1 }]
expectType<Equal<Arguments<'users.show'>, [parameters: { readonly user: number }]>>()
expectType<
  Equal<Arguments<'posts.store'>, [parameters: { readonly user: number; readonly post: string }]>
>()
expectType<
  Equal<
    Arguments<'big'>,
    [parameters: { readonly user: string | number | bigint; readonly id: string | bigint }]
  >
>()
expectType<Equal<Arguments<'deep'>, [parameters: { readonly one: number; readonly two: string }]>>()

// Tenon's own models: the record has the type of its class, the key that of its column.
class Author extends Model('authors', { id: c.id() }) {
  static books = hasMany(() => Book, 'author_id')
}
class Book extends Model('books', {
  id: c.bigId(),
  slug: c.text().unique(),
  author_id: c.integer(),
}) {
  static chapters = hasMany(() => Chapter, 'book_id')
}
class Chapter extends Model('chapters', { id: c.uuidId(), title: c.text(), book_id: c.bigint() }) {}

const nested = handler({ author: Author, book: Book }).run(({ author, book }) => {
  expectType<Equal<typeof author, Author>>()
  expectType<Equal<typeof book.id, bigint>>()
})
const deep = handler({ author: Author, book: Book, chapter: Chapter }).run(() => '')
const unrelated = handler({ author: Author, chapter: Chapter }).run(() => '')

const models = routes([
  get('/authors/{author}/books/{book}', nested).name('book'),
  group('/authors/{author}', [get('/books/{book:slug}', nested).name('slug')]),
  get('/authors/{author}/books/{book}/chapters/{chapter}', deep),
  get('/authors/{author}/chapters/{chapter}', unrelated).unscoped(),
])
type ModelEntry<Name> = Extract<EntriesOf<typeof models>, { readonly name: Name }>
expectType<
  Equal<
    ArgumentsOf<ParametersOf<ModelEntry<'book'>>>,
    [parameters: { readonly author: number; readonly book: string | bigint }]
  >
>()
expectType<
  Equal<
    ArgumentsOf<ParametersOf<ModelEntry<'slug'>>>,
    [parameters: { readonly author: number; readonly book: string }]
  >
>()
routes([
  // @ts-expect-error -- looks {chapter} up within "authors": no relation connects it to "chapters"
  get('/authors/{author}/chapters/{chapter}', unrelated),
])
// A lookup by a unique column has the relations of its model, in both directions.
const bySlug = routes([
  get(
    '/authors/{author}/{book}',
    handler({ author: Author, book: Book.by('slug') }).run(({ book }) => book.slug),
  ).name('by'),
  get(
    '/books/{book}/{chapter}',
    handler({ book: Book.by('slug'), chapter: Chapter }).run(() => ''),
  ),
])
expectType<
  Equal<
    ArgumentsOf<ParametersOf<Extract<EntriesOf<typeof bySlug>, { readonly name: 'by' }>>>,
    [parameters: { readonly author: number; readonly book: string }]
  >
>()
routes([
  // @ts-expect-error -- looks {author} up within "chapters": no relation connects it to "authors"
  get(
    '/chapters/{chapter}/{author}',
    handler({ chapter: Chapter.by('id'), author: Author }).run(() => ''),
  ),
])
routes([
  // @ts-expect-error -- binds {chapter} by "title", which is not a unique column of its model
  get(
    '/chapters/{chapter:title}',
    handler({ chapter: Chapter }).run(() => ''),
  ),
])
routes([
  // @ts-expect-error -- names the column "slug", but does not bind {page} to a model
  get('/pages/{page:slug}', () => ''),
])

// A binding that is missing from the path, at the top level and inside groups.
routes([
  // @ts-expect-error -- The handler of "/users/{usr}" binds {user}, but that path has no such parameter
  get('/users/{usr}', showUser),
])
routes([
  // @ts-expect-error -- The same rule across two groups
  group('/a', [group('/b', [get('/users/{usr}', showUser)])]),
])
// A handler that does not exist: the compiler says so at its name, and says nothing of the path.
const handlers = { showUser }
routes([
  get(
    '/users/{user}',
    // @ts-expect-error -- Property 'showUsr' does not exist
    handlers.showUsr,
  ),
])
// The prefix provides the parameter.
routes([group('/users/{user}', [get('/', showUser)])])

// @ts-expect-error -- A path must start with "/"
get('users', () => '')
// @ts-expect-error -- A parameter twice
get('/{a}/{a}', () => '')
routes([
  // @ts-expect-error -- A parameter twice, through a group
  group('/{a}', [get('/:a', () => '')]),
])
// @ts-expect-error -- A wildcard must be last
get('/{rest*}/x', () => '')
// @ts-expect-error -- A number is not a binding
handler({ id: 5 }).run(() => '')
// @ts-expect-error -- A fallback has no path to bind from
fallback(showUser)

// `route()` accepts the input of a query type after the parameters.
interface FilterInput {
  readonly page?: unknown
  readonly filter?: { readonly state: 'open' | 'done' }
}
declare const filterSchema: StandardSchemaV1<FilterInput, { page: number }>
const filtered = handler({ filters: query(filterSchema), user: User }).run(({ filters }) => {
  expectType<Equal<typeof filters, { page: number }>>()
})
export const queried = routes([get('/{user}', filtered).name('filtered')])
type QueriedEntry = EntriesOf<typeof queried>
expectType<
  Equal<
    QueryArgument<QueriedEntry['contract']['query']>,
    [query?: { readonly page?: QueryValue; readonly filter?: { readonly state: 'open' | 'done' } }]
  >
>()
expectType<Equal<QueryArgument<unknown>, [query?: QueryFields]>>()
// @ts-expect-error -- a query that the schema requires cannot be left out
export const withoutQuery: QueryArgument<{ q: string }> = []
