import { reveal } from '../../../base/log/hidden-values.ts'
import { c } from '../../columns/columns.ts'
import { type Equal, expectType } from '../../columns/equal.test-d.ts'
import { belongsTo, belongsToAny, hasMany, manyToMany } from '../../relations/relation.ts'
import { Model } from '../model.ts'
import { view, type ViewOf } from './view.ts'

class User extends Model('users', {
  id: c.bigId(),
  name: c.text(),
  password: c.text().hidden(),
  born: c.date().nullable(),
}) {
  static readonly posts = hasMany(() => Post, 'user_id')
}

class Post extends Model('posts', {
  id: c.id(),
  user_id: c.bigint(),
  reviewer_id: c.bigint().nullable(),
  title: c.text(),
  created_at: c.timestamp(),
}) {
  static readonly user = belongsTo(() => User, 'user_id')
  static readonly reviewer = belongsTo(() => User, 'reviewer_id')
  static readonly subject = belongsToAny(() => [User, Tag], 'subject_id', { type: 'subject_type' })
  static readonly tags = manyToMany(() => Tag, {
    through: 'post_tags',
    local: 'post_id',
    target: 'tag_id',
    columns: { added_at: c.timestamp() },
  })
}

class Tag extends Model('tags', { id: c.id(), name: c.text() }) {}

const PersonView = view(User, ['id', 'name'])
expectType<Equal<ViewOf<typeof PersonView>, { id: string; name: string }>>()

const TagView = view(Tag, ['name'])
const PostView = view(Post, ['id', 'created_at'])
  .with('user', PersonView)
  .with('reviewer', PersonView)
  .with('tags', (tags) => tags.orderBy('name').limit(3).select(TagView))
  .withCount('tags')
  .compute('shout', ['title'], ({ title }) => title.toUpperCase())
  .compute('day', ['created_at'], ({ created_at }) => created_at)
expectType<
  Equal<
    ViewOf<typeof PostView>,
    {
      id: number
      created_at: string
      user: { id: string; name: string }
      reviewer: { id: string; name: string } | null
      tags: { name: string }[]
      tags_count: number
      shout: string
      day: string
    }
  >
>()

// What queries read is what the view shows.
const [seen] = await Post.where('title', 'x').select(PostView).all()
expectType<Equal<typeof seen, ViewOf<typeof PostView> | undefined>>()
const { data } = await Post.query().select(PostView).paginate()
expectType<Equal<(typeof data)[0]['tags'], { name: string }[]>>()
const [row] = await Post.query().select('id', 'created_at').all()
expectType<Equal<typeof row, { readonly id: number; readonly created_at: Date } | undefined>>()

// A record may have a relation that a view shows.
const [mixed] = await Post.with('user', PersonView).with('tags', TagView).all()
expectType<Equal<NonNullable<typeof mixed>['user'], { id: string; name: string }>>()
expectType<Equal<NonNullable<typeof mixed>['tags'], { name: string }[]>>()
const [author] = await User.with('posts', (posts) => posts.orderBy('title').select(TagLike)).all()
expectType<Equal<NonNullable<typeof author>['posts'], { title: string }[]>>()
const TagLike = view(Post, ['title'])

const post = await Post.findOrFail(1)
expectType<Equal<Awaited<ReturnType<typeof PostView.from>>, ViewOf<typeof PostView>>>()
void PostView.from(post)
void PostView.fromAll([post])

// @ts-expect-error users have no column nam
view(User, ['id', 'nam'])
// @ts-expect-error password of users is hidden: no view shows it, but compute() may read it
view(User, ['id', 'password'])
// A value that is computed from a hidden column is said to be shown.
view(User, []).compute('has_password', ['password'], ({ password }) => reveal(password) !== '')
// @ts-expect-error users.password is hidden: leave it out, or use its value with reveal()
view(User, []).compute('password', ['password'], ({ password }) => password)
// @ts-expect-error secret.hash: users.password is hidden
view(User, []).compute('secret', ['password'], ({ password }) => ({ hash: password }))
// @ts-expect-error a computed value gets the columns that it names
view(User, ['id']).compute('x', ['name'], ({ id }) => id)
// @ts-expect-error users have no column nam
view(User, ['id']).compute('x', ['nam'], () => 1)
// @ts-expect-error nothing is awaited
view(User, ['id']).compute('x', ['name'], async ({ name }) => name)
// @ts-expect-error whole records
view(Post, ['id']).with('user', (users) => users.where('name', 'x'))
// @ts-expect-error a view of another model
view(Post, ['id']).with('user', TagView)
void Post.where('title', 'x').withCount('tags').orderBy('tags_count').select(TagLike)
// @ts-expect-error a view reads its relations itself: remove with('user')
void Post.where('title', 'x').with('user').select(PostView)
// @ts-expect-error the other model's view
void Post.query().select(TagView)
// @ts-expect-error a relation to any of several models
view(Post, ['id']).with('subject', PersonView)
// @ts-expect-error no such relation
view(Post, ['id']).with('usr', PersonView)
// @ts-expect-error a user is not a post
void PostView.from(await User.findOrFail(1n))
