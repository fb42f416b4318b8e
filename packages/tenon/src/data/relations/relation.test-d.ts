import { type Equal, expectType } from '../columns/equal.test-d.ts'
import { c } from '../columns/columns.ts'
import { Model } from '../models/model.ts'
import { belongsTo, hasMany, hasManyThrough, hasOne, manyToMany } from './relation.ts'

class User extends Model('users', { id: c.id(), name: c.text() }) {
  static readonly posts = hasMany(() => Post, 'user_id')
  static readonly drafts = hasMany(() => Draft, 'user_id')
  static readonly remarks = hasManyThrough(() => Remark, {
    through: () => Post,
    local: 'user_id',
    target: 'post_id',
  })
  /** Inside a class as well. */
  async titles(): Promise<string[]> {
    // @ts-expect-error it starts from posts
    void this.load(Post.remarks)
    return (await this.load(User.posts)).map(({ title }) => title)
  }
}
class Post extends Model('posts', {
  id: c.id(),
  user_id: c.integer().references('users.id', { onDelete: 'cascade' }).index(),
  title: c.text(),
}) {
  static readonly author = belongsTo(() => User, 'user_id')
  static readonly remarks = hasMany(() => Remark, 'post_id')
  static readonly tags = manyToMany(() => Tag, {
    through: () => PostTag,
    local: 'post_id',
    target: 'tag_id',
  })
  static readonly named = manyToMany(() => Tag, {
    through: 'named',
    local: 'post_id',
    target: 'tag_id',
  })
}
class Remark extends Model('remarks', { id: c.id(), post_id: c.integer().references('posts.id') }) {
  static readonly post = belongsTo(() => Post, 'post_id')
}
class Tag extends Model('tags', { id: c.id() }) {
  static readonly posts = manyToMany(() => Post, {
    through: () => PostTag,
    local: 'tag_id',
    target: 'post_id',
  })
}
class PostTag extends Model('post_tags', {
  id: c.id(),
  post_id: c.integer().references('posts.id'),
  tag_id: c.integer().references('tags.id'),
}) {}
class Draft extends Model('drafts', { id: c.id(), user_id: c.integer().owner(() => User) }) {}
/** A second model of those who write: it says itself by which of its columns. */
class Author extends Model('authors', { id: c.id() }) {
  static readonly posts = hasMany(() => Post, 'user_id', { key: 'id' })
}
/** A key of two columns, of which one refers to something else as well. */
class Order extends Model(
  'orders',
  { tenant_id: c.integer(), number: c.integer() },
  {
    primaryKey: ['tenant_id', 'number'],
  },
) {
  static readonly lines = hasMany(() => Line, ['tenant_id', 'number'])
}
class Line extends Model('lines', {
  id: c.id(),
  tenant_id: c.integer().references('tenants.id'),
  number: c.integer(),
}) {}
class Plain extends Model('plains', { id: c.id() }) {
  static readonly unknown = hasOne(() => Line, 'number')
}

declare const user: User
declare const post: Post
declare const tag: Tag

expectType<Equal<(typeof User.posts)['~types']['from'], 'users'>>()
expectType<Equal<(typeof User.drafts)['~types']['from'], 'users'>>()
expectType<Equal<(typeof Post.remarks)['~types']['from'], 'posts'>>()
expectType<Equal<(typeof Post.named)['~types']['from'], string>>()

const own = [
  user.load(User.posts),
  user.load(User.drafts),
  user.load(User.remarks),
  post.load(Post.author),
]
const pairs = [post.attach(Post.tags, [1]), post.detach(Post.tags), post.sync(Post.tags, [1])]
const unproven = [post.attach(Post.named, [1]), user.attach(Post.named, [1])]
declare const author: Author
declare const order: Order
declare const plain: Plain
const linked = [author.load(Author.posts), order.load(Order.lines), plain.load(Plain.unknown)]
void [own, pairs, unproven, linked, user.create(User.posts, { title: 'x' })]

// @ts-expect-error This relation starts from posts, not from users
void user.load(Post.tags)
// @ts-expect-error This relation does not start from users, which have no column user_id
void user.load(Post.author)
// @ts-expect-error This relation starts from users, not from posts
void post.load(User.posts)
// @ts-expect-error This relation starts from users, not from posts
void post.load(User.remarks)
// @ts-expect-error This relation starts from tags, not from posts
void post.attach(Tag.posts, [1])
// @ts-expect-error This relation starts from tags, not from posts
void post.detach(Tag.posts)
// @ts-expect-error This relation starts from tags, not from posts
void post.sync(Tag.posts, [1])
// @ts-expect-error This relation starts from users, not from tags
void tag.create(User.posts, { title: 'x' })
