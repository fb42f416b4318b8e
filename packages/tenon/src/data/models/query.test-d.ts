import { type Equal, expectType } from '../columns/equal.test-d.ts'
import { c, softDeletes } from '../columns/columns.ts'
import { belongsTo, hasMany, hasOne, manyToMany } from '../relations/relation.ts'
import type { RecordOf } from '../records/entity.ts'
import type { IsRelated } from '../relations/within.ts'
import { Model } from './model.ts'
import type { Wire } from '../records/wire.ts'

class User extends Model('users', {
  id: c.bigId(),
  name: c.text(),
  age: c.integer().nullable(),
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
// @ts-expect-error the profile was not loaded
void post.profile

class Invoice extends Model('invoices', { id: c.id(), ...softDeletes() }) {
  static lines = hasMany(() => Line, 'invoice_id')
}
class Line extends Model('lines', { id: c.id(), invoice_id: c.integer() }) {
  static invoice = belongsTo(() => Invoice, 'invoice_id')
}
const [line] = await Line.with('invoice').all()
// The invoice may have been deleted, its line not.
expectType<Equal<NonNullable<typeof line>['invoice'], Invoice | null>>()

const nested = User.with('posts', (posts) => posts.with('tags').where('title', 'contains', 'x'))
const [user] = await nested.with('profile').withCount('posts').all()
if (user === undefined) throw new Error('a type test only')
expectType<Equal<(typeof user.posts)[0]['tags'][0]['name'], string>>()
expectType<Equal<typeof user.profile, Profile | null>>()
expectType<Equal<typeof user.posts_count, number>>()
// @ts-expect-error a tag knows no posts
void user.posts[0].tags[0].posts

expectType<Equal<IsRelated<typeof User, typeof Post>, true>>()
expectType<Equal<IsRelated<typeof Profile, typeof User>, true>>()
expectType<Equal<IsRelated<typeof Post, typeof Tag>, true>>()
expectType<Equal<IsRelated<typeof Tag, typeof Post>, true>>()
expectType<Equal<IsRelated<typeof Profile, typeof Tag>, false>>()

const bySlug = Post.by('id')
expectType<Equal<RecordOf<typeof bySlug>, Post>>()
// @ts-expect-error many posts may have one title
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

const ages = User.query().pluck('age')
expectType<Equal<typeof ages, Promise<(number | null)[]>>>()

Post.where('id', 1).where('title', 'contains', 'x').where('reviewer_id', null)
Post.where('id', 'in', [1, 2]).orWhere({ title: 'x', reviewer_id: null })
Post.query().whereGroup((group) => group.where('id', 1).orWhere('id', 2))
User.where('settings', '!=', null)
User.query().whereHas('posts', (posts) => posts.where('title', 'x'))
void User.query().increment('age', 1)

// @ts-expect-error there is no such column
Post.where('titel', 'x')
// @ts-expect-error there is no such column
Post.where({ title: 'x', titel: 'x' })
// @ts-expect-error a title is text
Post.where('title', 5)
// @ts-expect-error a title is text
Post.where({ title: 5 })
// @ts-expect-error there is no such operator
Post.where('title', '~', 'x')
// @ts-expect-error numbers do not contain text
Post.where('id', 'contains', 'x')
// @ts-expect-error the list is of another type
Post.where('id', 'in', ['a'])
// @ts-expect-error a title is never null
Post.where('title', null)
// @ts-expect-error null is neither less nor more
Post.where('reviewer_id', '<', null)
// @ts-expect-error a condition on undefined would be none
Post.where({ id: undefined })
// @ts-expect-error JSON compares with nothing but null
User.where('settings', { theme: 'dark' })
// @ts-expect-error there is no such column
Post.orderBy('titel')
// @ts-expect-error JSON has no order
User.orderBy('settings')
// @ts-expect-error there is no such direction
Post.orderBy('title', 'up')
// @ts-expect-error there is no such relation
Post.with('author')
// @ts-expect-error the column belongs to another table
User.with('posts', (posts) => posts.where('bio', 'x'))
// @ts-expect-error a name is no number
void User.query().increment('name', 1)
// @ts-expect-error the target has no such column
hasMany(() => Post, 'author_id')

// Text that is one of a few is compared with these, and searched like any text.
class Door extends Model('doors', { id: c.id(), state: c.text<'open' | 'closed'>() }) {}
void Door.where('state', 'open').where('state', 'in', ['open', 'closed']).where({ state: 'closed' })
void Door.where('state', 'contains', 'o').pluck('state')
// @ts-expect-error none of them
void Door.where('state', 'ajar')
// @ts-expect-error none of them
void Door.create({ state: 'ajar' })
