import { type Equal, expectType } from '../columns/equal.test-d.ts'
import { c, softDeletes } from '../columns/columns.ts'
import type { RowValues } from '../columns/row.ts'
import { sql } from '../database/sql.ts'
import { belongsTo, hasMany, hasOne, manyToMany } from '../relations/relation.ts'
import type { RecordOf } from '../records/entity.ts'
import type { IsRelated } from '../relations/within.ts'
import { Model } from './model.ts'
import type { Wire } from '../records/wire.ts'

class User extends Model('users', {
  id: c.bigId(),
  name: c.text(),
  age: c.integer().nullable(),
  balance: c.decimal(10, 2).nullable(),
  settings: c.json().nullable(),
}) {
  static posts = hasMany(() => Post, 'user_id')
  static profile = hasOne(() => Profile, 'user_id')
}

class Post extends Model('posts', {
  id: c.id(),
  user_id: c.bigint(),
  reviewer_id: c.bigint().nullable(),
  title: c.text(),
}) {
  static user = belongsTo(() => User, 'user_id')
  static reviewer = belongsTo(() => User, 'reviewer_id')
  static tags = manyToMany(() => Tag, {
    through: 'post_tags',
    local: 'post_id',
    target: 'tag_id',
    columns: { added_at: c.timestamp() },
  })
}

class Profile extends Model('profiles', { id: c.id(), user_id: c.bigint(), bio: c.text() }) {
  static user = belongsTo(() => User, 'user_id')
}

class Tag extends Model('tags', { id: c.id(), name: c.text() }) {}

const [post] = await Post.with('user').with('reviewer').with('tags').all()
if (post === undefined) throw new Error('a type test only')
expectType<Equal<(typeof post.user)['name'], string>>()
expectType<Equal<typeof post.reviewer, User | null>>()
expectType<Equal<(typeof post.tags)[0]['pivot']['added_at'], Date>>()
class Event extends Model('events', {
  id: c.uuidId(),
  on: c.date(),
  at: c.time(),
  by: c.uuid().nullable(),
  kind: c.enum(['talk', 'walk']),
}) {}
void Event.where('kind', 'contains', 'al').where('on', 'between', ['2026-11-01', '2026-11-30'])
// @ts-expect-error A date is not matched against a pattern
void Event.where('on', 'starts with', '2026-11')
// @ts-expect-error Nor is a time
void Event.where('at', 'like', '09%')
// @ts-expect-error Nor is a UUID
void Event.where('by', 'contains', 'a')
// @ts-expect-error Nor is a decimal
void User.where('balance', 'starts with', '1')

// @ts-expect-error the profile was not loaded
void post.profile

void Post.where('user_id', 'in', User.query().select('id'))
// @ts-expect-error a list of numbers for a column of 64-bit integers
void Post.where('user_id', 'in', Post.query().select('id'))
// @ts-expect-error a list has one column
void Post.where('id', 'in', Post.query().select('id', 'title'))
expectType<Equal<Awaited<ReturnType<typeof countPublished>>, number>>()
const countPublished = () => Post.where('id', 1).update({ title: 'x' })
const [written] = await Post.where('id', 1).update({ title: 'x' }, { returning: ['user_id'] })
expectType<Equal<typeof written, { readonly user_id: bigint } | undefined>>()
// @ts-expect-error the title was not returned
void written?.title
// @ts-expect-error there is no such column
void Post.where('id', 1).delete({ returning: ['nothing'] })

class Invoice extends Model('invoices', { id: c.id(), ...softDeletes() }) {
  static lines = hasMany(() => Line, 'invoice_id')
}
class Line extends Model('lines', {
  id: c.id(),
  invoice_id: c.integer(),
  credit_id: c.integer().nullable(),
}) {
  static invoice = belongsTo(() => Invoice, 'invoice_id')
  static any_invoice = belongsTo(() => Invoice, 'invoice_id', { withDeleted: true })
  static any_credit = belongsTo(() => Invoice, 'credit_id', { withDeleted: true })
}
const [line] = await Line.with('invoice').with('any_invoice').with('any_credit').all()
// The invoice may have been soft-deleted, but not its line.
expectType<Equal<NonNullable<typeof line>['invoice'], Invoice | null>>()
expectType<Equal<NonNullable<typeof line>['any_invoice'], Invoice>>()
expectType<Equal<NonNullable<typeof line>['any_credit'], Invoice | null>>()
const loadInvoice = (of: Line) => of.load(Line.any_invoice)
expectType<Equal<Awaited<ReturnType<typeof loadInvoice>>, Invoice>>()

const nested = User.with('posts', (posts) => posts.with('tags').where('title', 'contains', 'x'))
const [user] = await nested.with('profile').withCount('posts').all()
if (user === undefined) throw new Error('a type test only')
expectType<Equal<(typeof user.posts)[0]['tags'][0]['name'], string>>()
expectType<Equal<typeof user.profile, Profile | null>>()
expectType<Equal<typeof user.posts_count, number>>()
const [counted] = await User.query()
  .withCount('posts', undefined, { as: 'written' })
  .withExists('profile')
  .all()
expectType<Equal<NonNullable<typeof counted>['written'], number>>()
expectType<Equal<NonNullable<typeof counted>['profile_exists'], boolean>>()
const [summed] = await User.query()
  .withSum('posts', 'id')
  .withSum('posts', 'user_id', (posts) => posts.where('id', 1), { as: 'users' })
  .withMin('posts', 'title')
  .withMax('posts', 'reviewer_id')
  .withAvg('posts', 'id')
  .all()
if (summed === undefined) throw new Error('a type test only')
expectType<Equal<typeof summed.posts_id_sum, number>>()
expectType<Equal<typeof summed.users, bigint>>()
expectType<Equal<typeof summed.posts_title_min, string | null>>()
expectType<Equal<typeof summed.posts_reviewer_id_max, bigint | null>>()
expectType<Equal<typeof summed.posts_id_avg, number | null>>()
expectType<Equal<Wire<typeof summed>['users'], string>>()
const [balanced] = await Post.query()
  .withSum('user', 'balance')
  .withAvg('user', 'balance')
  .withMax('tags', 'name')
  .orderBy('user_balance_sum')
  .orderBy('tags_name_max')
  .all()
expectType<Equal<NonNullable<typeof balanced>['user_balance_sum'], string>>()
expectType<Equal<NonNullable<typeof balanced>['user_balance_avg'], string | null>>()
// @ts-expect-error a title is not a number
User.query().withSum('posts', 'title')
// @ts-expect-error posts have no such column
User.query().withMax('posts', 'titel')
// @ts-expect-error JSON has no order
Post.query().withMin('user', 'settings')
// @ts-expect-error no such relation
User.query().withSum('pots', 'id')
class Safe extends Model('safes', { id: c.id(), code: c.integer().hidden() }) {}
class Bank extends Model('banks', { id: c.id() }) {
  static safes = hasMany(() => Safe, 'id')
}
// @ts-expect-error a hidden column
Bank.query().withSum('safes', 'code')
// @ts-expect-error a hidden column
Bank.query().withMax('safes', 'code')
const seconds = User.query().sum(sql<number>`age * 2`)
expectType<Equal<typeof seconds, Promise<number>>>()
// @ts-expect-error a tag does not declare posts
void user.posts[0].tags[0].posts

expectType<Equal<IsRelated<typeof User, typeof Post>, true>>()
expectType<Equal<IsRelated<typeof Profile, typeof User>, true>>()
expectType<Equal<IsRelated<typeof Post, typeof Tag>, true>>()
expectType<Equal<IsRelated<typeof Tag, typeof Post>, true>>()
expectType<Equal<IsRelated<typeof Profile, typeof Tag>, false>>()

const bySlug = Post.by('id')
expectType<Equal<RecordOf<typeof bySlug>, Post>>()
// @ts-expect-error several posts may have the same title
Post.by('title')

type Plain<Value> = Value extends object
  ? { -readonly [Name in keyof Value]: Plain<Value[Name]> }
  : Value
expectType<
  Equal<
    Plain<Wire<typeof post>>['tags'][0],
    { id: number; name: string; pivot: { added_at: string } }
  >
>()
expectType<Equal<Wire<typeof user>['posts'][0]['user_id'], string>>()

void User.firstOrCreate({ name: 'Ada' }, { age: 36 })
void Post.updateOrCreate({ title: 'x' }, { user_id: 1n })
// @ts-expect-error a post needs a user
void Post.firstOrCreate({ title: 'x' }, {})
// @ts-expect-error unknown column
void User.firstOrCreate({ nick: 'Ada' }, { name: 'Ada' })
// @ts-expect-error not both
User.query().lockForUpdate({ skipLocked: true, noWait: true })

const ages = User.query().pluck('age')
expectType<Equal<typeof ages, Promise<(number | null)[]>>>()

const chosen = await Post.query().select('id', 'reviewer_id').first()
expectType<
  Equal<typeof chosen, Pick<RowValues<typeof Post.columns>, 'id' | 'reviewer_id'> | null>
>()
const grouped = await User.query()
  .groupBy('name')
  .count()
  .sum('id', { as: 'ids' })
  .avg('age')
  .first()
if (grouped === null) throw new Error('a type test only')
expectType<Equal<typeof grouped.name, string>>()
expectType<Equal<typeof grouped.count, number>>()
expectType<Equal<typeof grouped.ids, bigint>>()
expectType<Equal<typeof grouped.age_avg, number | null>>()
const months = User.query()
  .groupBy('name', { year: sql<number>`1` })
  .count()
  .all()
expectType<
  Equal<
    Awaited<typeof months>[number],
    { readonly name: string; readonly year: number } & { readonly count: number }
  >
>()
// @ts-expect-error No column is called so
User.query().groupBy('nam')
// @ts-expect-error Raw SQL needs a name
User.query().groupBy('name', sql<number>`1`)
const oldest = User.query().max('age')
expectType<Equal<typeof oldest, Promise<number | null>>>()
const balances = User.query().groupBy('name').sum('balance').avg('balance').max('balance').all()
expectType<
  Equal<
    Awaited<typeof balances>[number],
    Pick<RowValues<typeof User.columns>, 'name'> & { readonly balance_sum: string } & {
      readonly balance_avg: string | null
    } & { readonly balance_max: string | null }
  >
>()
// @ts-expect-error a name is not a number
void User.query().sum('name')
// @ts-expect-error unknown column
Post.query().select('titel')
// @ts-expect-error the rows do not have this value
User.query().groupBy('name').having('age', '>', 1)

Post.where(sql`title is not null`)
  .orWhere(sql`id in (${[1, 2]})`)
  .orderBy(sql`length(title)`)
Post.where('id', 'between', [1, 2]).orderByRelated('user', 'name').whereColumn('id', '<', 'user_id')
User.query().withCount('posts', undefined, { as: 'written' }).orderBy('written', 'desc')
// @ts-expect-error nothing was counted under this name
User.query().withCount('posts').orderBy('written')
// @ts-expect-error a range needs two ends
Post.where('id', 'between', [1])

Post.where('id', 1).where('title', 'contains', 'x').where('reviewer_id', null)
Post.where('id', 'in', [1, 2]).orWhere({ title: 'x', reviewer_id: null })
Post.query().whereGroup((group) => group.where('id', 1).orWhere('id', 2))
declare const wanted: { readonly id?: number | null; readonly isMine: boolean }
Post.query()
  .when(wanted.id, (posts, id) => posts.where('id', id))
  .when(wanted.isMine, (posts, isMine) => {
    expectType<Equal<typeof isMine, true>>()
    return posts.where('user_id', 1n)
  })
// @ts-expect-error: the function must return the query
Post.query().when(wanted.id, (posts, id) => void posts.where('id', id))
User.where('settings', '!=', null)
User.query().whereHas('posts', (posts) => posts.where('title', 'x'))
void User.query().increment('age', 1)

// @ts-expect-error unknown column
Post.where('titel', 'x')
// @ts-expect-error unknown column
Post.where({ title: 'x', titel: 'x' })
// @ts-expect-error a title is text
Post.where('title', 5)
// @ts-expect-error a title is text
Post.where({ title: 5 })
// @ts-expect-error unknown operator
Post.where('title', '~', 'x')
// @ts-expect-error `contains` is for text only
Post.where('id', 'contains', 'x')
// @ts-expect-error the list has another type
Post.where('id', 'in', ['a'])
// @ts-expect-error a title is never null
Post.where('title', null)
// @ts-expect-error null has no order
Post.where('reviewer_id', '<', null)
// @ts-expect-error a condition on undefined would match everything
Post.where({ id: undefined })
// @ts-expect-error JSON can only be compared with null
User.where('settings', { theme: 'dark' })
// @ts-expect-error unknown column
Post.orderBy('titel')
// @ts-expect-error JSON has no order
User.orderBy('settings')
// @ts-expect-error unknown direction
Post.orderBy('title', 'up')
// @ts-expect-error unknown relation
Post.with('author')
// @ts-expect-error the column belongs to another table
User.with('posts', (posts) => posts.where('bio', 'x'))
// @ts-expect-error a name is not a number
void User.query().increment('name', 1)
// @ts-expect-error the target does not have this column
hasMany(() => Post, 'author_id')

// A text union can be compared with its members, and searched like any text.
class Door extends Model('doors', { id: c.id(), state: c.text<'open' | 'closed'>() }) {}
void Door.where('state', 'open').where('state', 'in', ['open', 'closed']).where({ state: 'closed' })
void Door.where('state', 'contains', 'o').pluck('state')
// @ts-expect-error not a member
void Door.where('state', 'ajar')
// @ts-expect-error not a member
void Door.create({ state: 'ajar' })
