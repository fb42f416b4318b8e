import assert from 'node:assert/strict'
import { it } from 'node:test'
import { get, handler, routes } from 'tenon'
import { belongsTo, belongsToAny, c, hasMany, hasOne, Model } from 'tenon/models'
import { factory } from 'tenon/factories'
import { withDatabase } from 'tenon/database'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { createRouter } from '../../src/web/routing/router.ts'
import { createRequest } from '../support/create-request.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Post extends Model('posts', { id: c.id(), title: c.text() }) {
  static comments = hasMany(() => Comment, 'subject_id', { type: 'subject_type' })
}

class Video extends Model('videos', { id: c.id(), title: c.text(), seconds: c.integer() }) {
  static comments = hasMany(() => Comment, 'subject_id', { type: 'subject_type' })
  static pinned = hasOne(() => Comment, 'subject_id', { type: 'subject_type' })
}

class Comment extends Model('comments', {
  id: c.id(),
  subject_type: c.text().nullable(),
  subject_id: c.integer().nullable().index(),
  text: c.text(),
}) {
  static subject = belongsToAny(() => [Post, Video], 'subject_id', { type: 'subject_type' })
  static post = belongsTo(() => Post, 'subject_id', { type: 'subject_type' })
}

forEachDialect('a relation to any of several models', (open) => {
  const withComments = async (body: (post: Post, video: Video) => Promise<void>) => {
    const database = await open()
    await createTables(database, Post, Video, Comment)
    await withDatabase(database, async () => {
      // Both have the key 1.
      const post = await Post.create({ title: 'Notes' })
      const video = await Video.create({ title: 'Talk', seconds: 90 })
      await post.create(Post.comments, { text: 'on the post' })
      await video.create(Video.comments, { text: 'on the video' })
      await Comment.create({ text: 'on nothing' })
      await body(post, video)
    })
  }

  it('creates records through the relation, which fills in both columns', () =>
    withComments(async (post, video) => {
      const comments = await Comment.orderBy('id').all()

      assert.deepEqual(
        comments.map(({ subject_type, subject_id }) => [subject_type, subject_id]),
        [
          ['posts', post.id],
          ['videos', video.id],
          [null, null],
        ],
      )
    }))

  it('loads the owner of each record, whichever model it is of', () =>
    withComments(async () => {
      const comments = await Comment.with('subject').with('post').orderBy('id').all()

      assert.deepEqual(
        comments.map(({ subject }) => [
          subject?.title,
          subject instanceof Video ? subject.seconds : undefined,
        ]),
        [
          ['Notes', undefined],
          ['Talk', 90],
          [undefined, undefined],
        ],
      )
      assert.deepEqual(
        comments.map(({ post }) => post?.title),
        ['Notes', undefined, undefined],
      )
      assert.equal(JSON.parse(JSON.stringify(comments[0])).subject.title, 'Notes')
    }))

  it('loads the owners later, for all records that were fetched together', () =>
    withComments(async () => {
      const comments = await Comment.orderBy('id').all()

      const subjects = await Promise.all(comments.map((each) => each.load(Comment.subject)))

      assert.deepEqual(
        subjects.map((each) => each?.title),
        ['Notes', 'Talk', undefined],
      )
    }))

  it('reads the owner again after either column has changed', () =>
    withComments(async () => {
      const comment = await Comment.with('subject').orderBy('id').firstOrFail()

      await comment.update({ subject_type: 'videos' })

      assert.equal((await comment.load(Comment.subject))?.title, 'Talk')
    }))

  it('keeps to the records of its own model in lists, counts and conditions', () =>
    withComments(async (_post, video) => {
      const [post] = await Post.with('comments', (comments) =>
        comments.where('text', 'x').orWhere('text', '!=', 'x').limit(9),
      )
        .withCount('comments')
        .withExists('comments', (comments) => comments.where('text', 'contains', 'video'), {
          as: 'has_video',
        })
        .all()
      const filmed = Post.query().whereHas('comments', (all) => all.where('text', 'on the video'))

      assert.deepEqual(
        post?.comments.map(({ text }) => text),
        ['on the post'],
      )
      assert.deepEqual([post?.comments_count, post?.has_video], [1, false])
      assert.equal(await filmed.count(), 0)
      assert.equal((await video.load(Video.pinned))?.text, 'on the video')
    }))

  it('filters records by their owner', () =>
    withComments(async () => {
      const texts = (query: { pluck(name: 'text'): Promise<string[]> }) => query.pluck('text')
      const titled = Comment.query().whereHas('subject', (subjects) =>
        subjects.where('title', 'Talk'),
      )
      const onPost = Comment.query().whereHas('post', (posts) => posts.where('title', 'Notes'))
      const byTitle = Comment.query().orderByRelated('post', 'title').orderBy('id')

      assert.deepEqual(await texts(titled), ['on the video'])
      assert.deepEqual(await texts(onPost), ['on the post'])
      assert.deepEqual(await texts(Comment.query().whereHasNone('subject')), ['on nothing'])
      assert.deepEqual(await texts(byTitle), ['on the post', 'on the video', 'on nothing'])
    }))

  it('refuses a type that the relation does not list, instead of another model’s record', () =>
    withComments(async (post) => {
      await Comment.create({ subject_type: 'users', subject_id: post.id, text: 'lost' })

      await assert.rejects(Comment.with('subject').all(), {
        code: 'E_RELATION_OWNER',
        message:
          'A record of "comments" has the "subject_type" "users", but its relation "subject" only leads to: posts, videos. Add the model to the relation, or correct the row.',
      })
    }))

  it('finds nested records within an owner of the right model', () =>
    withComments(async () => {
      const textOf = ({ comment }: { comment: Comment }) => comment.text
      const router = createRouter(
        routes([
          get(
            '/posts/{post}/comments/{comment}',
            handler({ post: Post, comment: Comment }).run(textOf),
          ),
          get(
            '/comments/{comment}/videos/{video}',
            handler({ comment: Comment, video: Video }).run(({ video }) => video.title),
          ),
        ]),
      )
      const statusOf = async (path: string) =>
        (await router.dispatch(createRequest(path))).statusCode

      assert.equal(await statusOf('/posts/1/comments/1'), 200)
      assert.equal(await statusOf('/posts/1/comments/2'), 404)
      assert.equal(await statusOf('/comments/2/videos/1'), 200)
      assert.equal(await statusOf('/comments/1/videos/1'), 404)
    }))

  it('makes records for an owner in factories', () =>
    withComments(async (_post, video) => {
      const comments = factory(Comment, () => ({ text: 'made' }))
      const posts = factory(Post, () => ({ title: 'made' }))

      const made = await comments.for(Comment.subject, video).create()
      const owner = await posts.has(Post.comments, comments, 2).create()

      assert.deepEqual([made.subject_type, made.subject_id], ['videos', video.id])
      assert.equal((await owner.load(Post.comments)).length, 2)
    }))

  it('refuses what needs a single model', () =>
    withComments(async () => {
      assert.throws(() => Comment.query().withCount('subject'), { code: 'E_RELATION_KIND' })
    }))
})

it('is checked at boot against the type column and the other side', () => {
  class Photo extends Model('photos', { id: c.id() }) {
    static comments = hasMany(() => Comment, 'subject_id', { type: 'subject_type' })
  }
  class Note extends Model('notes', {
    id: c.id(),
    subject_type: c.enum(['photos']),
    subject_id: c.integer(),
  }) {
    static subject = belongsToAny(() => [Post], 'subject_id', { type: 'subject_type' })
  }

  assertModels([Post, Video, Comment])
  assert.throws(() => assertModels([Post, Comment]), { code: 'E_RELATION_TARGET' })
  assert.throws(() => assertModels([Post, Video, Comment, Photo]), {
    code: 'E_RELATION_TARGET',
    message:
      'The relation "comments" of "photos" leads to "comments", whose relation "subject" does not list the model of "photos". Add it there.',
  })
  assert.throws(() => assertModels([Post, Video, Comment, Note]), {
    code: 'E_RELATION_TYPE',
    message:
      'The relation "subject" of "notes" is invalid. "notes.subject_type" cannot hold "posts", the table of the records it refers to. Declare it as c.enum() with the tables of all of them, or as c.text().',
  })
})
