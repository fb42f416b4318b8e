import { type Equal, expectType } from '../columns/equal.test-d.ts'
import { c } from '../columns/columns.ts'
import { belongsTo, belongsToAny, hasMany } from '../relations/relation.ts'
import type { IsRelated } from '../relations/within.ts'
import { Model } from './model.ts'

class Post extends Model('posts', { id: c.id(), title: c.text(), words: c.integer() }) {
  static comments = hasMany(() => Comment, 'subject_id', { type: 'subject_type' })
}

class Video extends Model('videos', { id: c.id(), title: c.text(), seconds: c.integer() }) {
  static comments = hasMany(() => Comment, 'subject_id', { type: 'subject_type' })
}

class Comment extends Model('comments', {
  id: c.id(),
  subject_type: c.enum(['posts', 'videos']),
  subject_id: c.integer(),
  text: c.text(),
}) {
  static subject = belongsToAny(() => [Post, Video], 'subject_id', { type: 'subject_type' })
  static post = belongsTo(() => Post, 'subject_id', { type: 'subject_type' })
}

const [comment] = await Comment.with('subject').with('post').all()
if (comment === undefined) throw new Error('a type test only')
expectType<Equal<typeof comment.subject, Post | Video | null>>()
expectType<Equal<typeof comment.post, Post | null>>()
const later = comment.load(Comment.subject)
expectType<Equal<typeof later, Promise<Post | Video | null>>>()
// A condition may use the columns that all models have.
Comment.query().whereHas('subject', (subjects) => subjects.where('title', 'x'))
// @ts-expect-error a video has no words
Comment.query().whereHas('subject', (subjects) => subjects.where('words', 1))
Comment.query().whereHas('post', (posts) => posts.where('words', 1))
const [nested] = await Comment.with('subject', (subjects) => subjects.with('comments')).all()
expectType<Equal<NonNullable<NonNullable<typeof nested>['subject']>['comments'], Comment[]>>()

expectType<Equal<IsRelated<typeof Post, typeof Comment>, true>>()
expectType<Equal<IsRelated<typeof Comment, typeof Video>, true>>()

declare const post: Post
const made = post.create(Post.comments, { text: 'x' })
expectType<Equal<typeof made, Promise<Comment>>>()
// @ts-expect-error the relation sets the key
void post.create(Post.comments, { text: 'x', subject_id: 1 })
// @ts-expect-error the text is missing
void post.create(Post.comments, {})
// @ts-expect-error the target does not have this column
hasMany(() => Comment, 'subject_id', { type: 'kind' })
