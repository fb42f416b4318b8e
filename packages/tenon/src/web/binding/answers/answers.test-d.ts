import { z } from 'zod'
import { c } from '../../../data/columns/columns.ts'
import { expectType, type Equal } from '../../../data/columns/equal.test-d.ts'
import { Model } from '../../../data/models/model.ts'
import { view, type ViewOf } from '../../../data/models/views/view.ts'
import type { Wire } from '../../../data/records/wire.ts'
import { belongsTo, hasMany, hasOne } from '../../../data/relations/relation.ts'
import { redirect } from '../../http/redirect.ts'
import { json, noContent, text } from '../../http/replies.ts'
import { get, post } from '../../routing/route.ts'
import { routes } from '../../routing/route-list.ts'
import type { EntriesOf } from '../../routing/types/entry.ts'
import { route } from '../../routing/url.ts'
import { body } from '../validated-body.ts'
import { handler } from '../handler.ts'
import { file } from '../../http/file.ts'
import { answer, type SentBy } from './answer.ts'
import type { Simplify } from '../../../data/columns/row.ts'
import type { ReceivedBy } from './received.ts'
import { content, type ContentStatement } from './content.ts'
import { eventStream, ndjson, type ItemsStatement } from './items.ts'
import { cursorPaginated, list, nullable, paginated, shape, type ListShape } from './shape.ts'

class User extends Model('users', { id: c.id(), secret: c.text().hidden() }) {
  static todos = hasMany(() => Todo, 'user_id')
}
class Todo extends Model('todos', { id: c.id(), title: c.text(), user_id: c.integer() }) {
  static user = belongsTo(() => User, 'user_id')
}
const Receipt = z.object({ number: z.string() })
const Form = body(z.object({ title: z.string() }))

const show = handler({ todo: Todo })
  .answers(Todo)
  .run(({ todo }) => todo)
const store = handler({ form: Form })
  .answers({ 201: Todo })
  .run(async ({ form }) => {
    const todo = await Todo.create({ ...form, user_id: 1 })
    return answer(201, todo).header('location', route('todos.show' as string) ?? '')
  })
const remove = handler({ todo: Todo })
  .answers({ 204: null })
  .run(async ({ todo }) => {
    await todo.delete()
    return null
  })
const several = handler({ form: Form })
  .answers({ 200: Todo, 202: Receipt })
  .run(({ form }) =>
    form.title === ''
      ? answer(202, { number: '1' })
      : Todo.findOrFail(1).then((todo) => answer(200, todo)),
  )

handler({})
  .answers(list(Todo))
  .run(() => Todo.all())
handler({})
  .answers(paginated(Todo))
  .run(() => Todo.query().paginate())
handler({})
  .answers(cursorPaginated(Todo.with('user')))
  .run(() => Todo.with('user').cursorPaginate())
handler({})
  .answers(nullable(Todo))
  .run(() => Todo.where('title', 'x').first())
handler({})
  .answers(shape({ todo: nullable(Todo), pages: list(nullable(Receipt)) }))
  .run(async () => ({ todo: await Todo.query().first(), pages: [null, { number: '1' }] }))
handler({})
  .answers({ 200: nullable(Todo), 202: Receipt })
  .run(() => answer(200, null))
handler({})
  .answers(Todo.with('user'))
  .run(() => Todo.with('user').firstOrFail())
handler({})
  .answers(list(User.with('todos')))
  .run(() => User.with('todos').all())
// One of several relations, all of them, and one within another (X5 of issue 23).
class Note extends Model('notes', { id: c.id(), user_id: c.integer(), todo_id: c.integer() }) {
  static author = belongsTo(() => User, 'user_id')
  static todo = belongsTo(() => Todo, 'todo_id')
}
handler({})
  .answers(Note.with('author'))
  .run(() => Note.with('author').firstOrFail())
handler({})
  .answers(paginated(Note.with('author').with('todo')))
  .run(() => Note.with('author').with('todo').paginate())
handler({})
  .answers(list(Note.with('todo')))
  // @ts-expect-error: the relation that is stated is not loaded
  .run(() => Note.with('author').all())
handler({})
  .answers(shape({ todos: list(Todo), total: z.number() }))
  .run(async () => ({ todos: await Todo.all(), total: 1 }))

handler({})
  .answers(Todo)
  // @ts-expect-error -- another model's record
  .run(() => User.findOrFail(1))
handler({})
  .answers(Todo)
  // @ts-expect-error -- a list is not a record
  .run(() => Todo.all())
handler({})
  .answers({ 204: null })
  .run(() => noContent())
handler({})
  .answers({ 200: Todo, 304: null })
  .run(() => answer(304, null).header('etag', '"1"'))
handler({ form: Form })
  .answers({ 303: null })
  .run(() => redirect('/todos'))
handler({ form: Form })
  .answers({ 201: Todo, 303: null })
  .run(({ form }) => (form.title === '' ? redirect('/todos') : answer(303, null)))
handler({})
  .answers({ 303: null })
  // @ts-expect-error -- where to?
  .run(() => null)
handler({})
  .answers({ 204: null })
  // @ts-expect-error -- a redirect is not stated
  .run(() => redirect('/todos'))
handler({})
  .answers({ 204: null })
  // @ts-expect-error -- a body is not stated
  .run(() => text('done'))
handler({})
  .answers(content('text/csv'))
  .run(() => 'id,title')
handler({})
  .answers(content('application/pdf'))
  .run(() => file('/srv/todos.pdf'))
handler({ form: Form })
  .answers({ 200: content('image/png'), 302: null, 404: Receipt })
  .run(({ form }) =>
    form.title === '' ? redirect('/todos') : answer(200, new Uint8Array()).header('etag', '"1"'),
  )
handler({})
  .answers(content('text/csv'))
  // @ts-expect-error -- neither text nor bytes
  .run(() => Todo.all())
handler({})
  .answers({ 200: content('text/csv'), 202: content('text/csv') })
  // @ts-expect-error -- which of the two statuses?
  .run(() => 'id,title')
handler({})
  .answers(ndjson(Todo.with('user')))
  .run(async function* () {
    for await (const todos of Todo.with('user').batches(100)) yield* todos
  })
handler({})
  .answers({ 200: eventStream(Receipt), 204: null })
  .run(() => answer(204, null))
handler({})
  .answers(ndjson(Todo))
  // @ts-expect-error -- an array is not an async iterable
  .run(() => Todo.all())
handler({})
  .answers(eventStream(Todo))
  // @ts-expect-error -- items of another shape
  .run(async function* () {
    yield { number: '1' }
  })
// @ts-expect-error -- content cannot be a part of JSON
void list(content('text/csv'))
// @ts-expect-error -- no media type
void content('pdf')
handler({})
  .answers(Todo)
  // @ts-expect-error -- there may be no such record
  .run(() => Todo.query().first())
handler({})
  .answers(cursorPaginated(Todo))
  // @ts-expect-error -- a page with numbers has no cursors
  .run(() => Todo.query().paginate())
handler({})
  .answers(Todo.with('user'))
  // @ts-expect-error -- the relation is not loaded
  .run(() => Todo.findOrFail(1))
handler({})
  .answers(shape({ todos: list(Todo), total: z.number() }))
  // @ts-expect-error -- a field is missing
  .run(async () => ({ todos: await Todo.all() }))
handler({})
  .answers({ 201: Receipt })
  // @ts-expect-error -- a status that is not stated
  .run(() => answer(200, { number: '1' }))
handler({})
  .answers({ 200: Receipt, 202: Receipt })
  // @ts-expect-error -- which of the two statuses?
  .run(() => ({ number: '1' }))
handler({})
  .answers(Receipt)
  // @ts-expect-error -- JSON that nothing has checked
  .run(() => json({ number: '1' }))

export const api = routes([
  get('/todos/{todo}', show).name('todos.show'),
  post('/todos', store).name('todos.store'),
  post('/todos/{todo}', remove),
  post('/several', several),
  get('/plain', () => 'x').name('plain'),
])
type Entries = EntriesOf<typeof api>
type AnswersOf<Path extends string> = Extract<
  Entries,
  { readonly path: Path }
>['contract']['answers']
expectType<
  Equal<AnswersOf<'/todos'>, { readonly 201: { id: number; title: string; user_id: number } }>
>()
expectType<Equal<AnswersOf<'/plain'>, unknown>>()
expectType<Equal<ReturnType<typeof list<typeof Todo>>, ListShape<typeof Todo>>>()
expectType<
  Equal<
    SentBy<ReturnType<typeof nullable<typeof Todo>>>[200],
    { id: number; title: string; user_id: number } | null
  >
>()
expectType<
  Equal<
    SentBy<ReturnType<typeof cursorPaginated<typeof Receipt>>>[200],
    {
      data: { number: string }[]
      perPage: number
      previousCursor: string | null
      nextCursor: string | null
    }
  >
>()
expectType<Equal<SentBy<ItemsStatement<typeof Receipt>>[200], AsyncIterable<{ number: string }>>>()
expectType<Equal<SentBy<ContentStatement<'text/csv'>>[200], string>>()
expectType<Equal<SentBy<ContentStatement<'application/pdf'>>[200], Blob>>()
expectType<Equal<SentBy<ContentStatement<'application/problem+json'>>[200], unknown>>()
expectType<Equal<SentBy<ContentStatement<'*/*'>>[200], unknown>>()

// The example of a body is what the route takes.
void post('/todos', store).describe('Adds a todo', { example: { title: 'Paint' } })
// @ts-expect-error -- a title is text
void post('/todos', store).describe('Adds a todo', { example: { title: 1 } })

// A model with several relations: the statement still holds only those that its query loads.
class Publisher extends Model('publishers', { id: c.id(), name: c.text() }) {}
class Author extends Model('authors', { id: c.id(), name: c.text() }) {
  static books = hasMany(() => Book, 'author_id')
  static latest = hasOne(() => Book, 'author_id')
}
class Book extends Model('books', {
  id: c.id(),
  title: c.text(),
  author_id: c.integer(),
  publisher_id: c.integer().nullable(),
}) {
  static author = belongsTo(() => Author, 'author_id')
  static publisher = belongsTo(() => Publisher, 'publisher_id')
}

const withAuthor = handler({ book: Book })
  .answers(Book.with('author'))
  .run(({ book }) => Book.with('author').findOrFail(book.id))
handler({})
  .answers(Book.query().with('author'))
  .run(() => Book.query().with('author').firstOrFail())
handler({})
  .answers(Book.where('title', 'x').with('publisher'))
  .run(() => Book.with('publisher').firstOrFail())
handler({})
  .answers(Book.with('author').with('publisher'))
  .run(() => Book.with('author').with('publisher').firstOrFail())
handler({})
  .answers(Book.with('author', (author) => author.with('latest')))
  .run(() => Book.with('author', (author) => author.with('latest')).firstOrFail())
handler({})
  .answers(Author.with('books').withCount('books').withExists('latest'))
  .run(() => Author.with('books').withCount('books').withExists('latest').firstOrFail())
handler({})
  .answers(Author.query().withCount('books'))
  .run(() => Author.query().withCount('books').firstOrFail())
handler({})
  .answers(Author.query().withExists('latest', undefined, { as: 'wrote' }))
  .run(() => Author.query().withExists('latest', undefined, { as: 'wrote' }).firstOrFail())
handler({})
  .answers(list(Book.with('author')))
  .run(() => Book.with('author').all())
handler({})
  .answers(paginated(Book.with('author')))
  .run(() => Book.with('author').paginate())
handler({})
  .answers(shape({ book: Book.with('author'), books: list(Book.with('publisher')) }))
  .run(async () => ({
    book: await Book.with('author').firstOrFail(),
    books: await Book.with('publisher').all(),
  }))
handler({})
  .answers({ 201: Book.with('author') })
  .run(() => Book.with('author').firstOrFail())
handler({})
  .answers({ 200: list(Book.with('author')), 202: Book.with('publisher') })
  .run(async () => answer(202, await Book.with('publisher').firstOrFail()))
handler({})
  .answers({ 200: shape({ page: paginated(Author.with('books')) }), 202: Receipt })
  .run(async () => answer(200, { page: await Author.with('books').paginate() }))
handler({})
  .answers(Book.with('author'))
  // @ts-expect-error -- another relation than the stated one
  .run(() => Book.with('publisher').firstOrFail())
handler({})
  .answers(list(Book.with('author').with('publisher')))
  // @ts-expect-error -- one of two relations
  .run(() => Book.with('author').all())
// @ts-expect-error -- there is no such relation
void handler({}).answers(Book.with('editor'))

export const books = routes([get('/books/{book}', withAuthor)])
type SentBook = EntriesOf<typeof books>['contract']['answers'][200]
expectType<Equal<SentBook['author'], { id: number; name: string }>>()
expectType<Equal<keyof SentBook, 'id' | 'title' | 'author_id' | 'publisher_id' | 'author'>>()

// Clients that revive have dates and big integers where the server has them.
class Gig extends Model('gigs', {
  id: c.bigId(),
  title: c.text(),
  on: c.date(),
  at: c.timestamp(),
  until: c.timestamp().nullable(),
  heard_at: c
    .integer()
    .cast({ fromStored: (at) => new Date(at), toStored: (at: Date) => Number(at) }),
  cover: c.bytes(),
  secret: c.text().hidden(),
  user_id: c.integer(),
}) {
  static user = belongsTo(() => User, 'user_id')
}
interface RevivedGig {
  id: bigint
  title: string
  on: string
  at: Date
  until: Date | null
  heard_at: string
  cover: string
  user_id: number
}
expectType<Equal<ReceivedBy<typeof Gig>[200], Simplify<RevivedGig>>>()
expectType<Equal<ReceivedBy<ListShape<typeof Gig>>[200], Simplify<RevivedGig>[]>>()
const gigs = handler({})
  .answers({ 200: cursorPaginated(Gig.with('user')), 201: ndjson(nullable(Gig)) })
  .run((): never => undefined as never)
const gigRoutes = routes([get('/gigs', gigs)])
type Gigs = ReceivedBy<EntriesOf<typeof gigRoutes>['contract']['stated']>
expectType<Equal<Gigs[200]['data'][0]['at'], Date>>()
expectType<Equal<Gigs[200]['data'][0]['user'], { id: number }>>()
expectType<Equal<Gigs[200]['nextCursor'], string | null>>()
expectType<Equal<Gigs[201], AsyncIterable<Simplify<RevivedGig> | null>>>()
const Mixed = z.object({
  pair: z.tuple([z.string(), z.date()]),
  byName: z.record(z.string(), z.bigint()),
  either: z.union([z.date(), z.object({ at: z.date() })]),
  stated: z.iso.datetime(),
})
expectType<
  Equal<
    ReceivedBy<typeof Mixed>[200],
    {
      pair: [string, Date]
      byName: { [name: string]: bigint }
      either: Date | { at: Date }
      stated: string
    }
  >
>()
expectType<Equal<ReceivedBy<unknown>, unknown>>()
expectType<Equal<ReceivedBy<ContentStatement<'text/csv'>>[200], string>>()

// A view is sent as it shows a record, which is JSON already.
const TodoView = view(Todo, ['id']).compute('shout', ['title'], ({ title }) => title.toUpperCase())
type TodoSeen = ViewOf<typeof TodoView>
expectType<Equal<TodoSeen, { id: number; shout: string }>>()
expectType<Equal<SentBy<typeof TodoView>[200], TodoSeen>>()
expectType<Equal<SentBy<ListShape<typeof TodoView>>[200], TodoSeen[]>>()
expectType<Equal<Wire<TodoSeen>, TodoSeen>>()
handler({ todo: Todo })
  .answers(TodoView)
  .run(({ todo }) => TodoView.from(todo))
handler({})
  .answers(paginated(TodoView))
  .run(() => Todo.query().select(TodoView).paginate())
handler({ todo: Todo })
  .answers(TodoView)
  // @ts-expect-error -- the record itself is not what the view shows
  .run(({ todo }) => todo)
