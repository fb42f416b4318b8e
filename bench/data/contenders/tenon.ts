import { belongsTo, c, manyToMany, Model } from 'tenon/models'
import { createDatabase } from 'tenon/database'
import { registerDatabase } from '../../../packages/tenon/src/data/database/current-database.ts'
import { BODY, type Open, POSTS } from '../contender.ts'

class Author extends Model('authors', { id: c.id(), name: c.text() }) {}

class Post extends Model('posts', {
  id: c.id(),
  author_id: c.integer(),
  title: c.text(),
  body: c.text(),
  views: c.integer().default(0),
  published: c.boolean().default(false),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {
  static author = belongsTo(() => Author, 'author_id')
  static tags = manyToMany(() => Tag, { through: 'post_tags', local: 'post_id', target: 'tag_id' })
}

class Tag extends Model('tags', { id: c.id(), name: c.text() }) {}

class Event extends Model('events', {
  id: c.id(),
  post_id: c.integer(),
  name: c.text(),
  created_at: c.timestamp(),
}) {}

/** Registers the database as the default of the process, as an application does at the start. */
export const open: Open = (dialect, place) => {
  const database = createDatabase(dialect === 'sqlite' ? `sqlite:${place}` : place)
  registerDatabase(database)
  return {
    find: (id) => Post.find(id),
    list: (after) => Post.where('id', '>', after).orderBy('id').limit(50).all(),
    insert: () => Post.create({ author_id: 1, title: 'A title', body: BODY }),
    update: async (id, views) => {
      const post = await Post.findOrFail(id)
      return await post.update({ views })
    },
    withRelation: () => Post.with('author').orderBy('id').limit(20).all(),
    aggregate: () =>
      Post.where('id', '<=', POSTS)
        .groupBy('author_id')
        .count({ as: 'posts' })
        .sum('views', { as: 'views' })
        .all(),
    select: (after) =>
      Post.where('id', '>', after).select('id', 'title', 'views').orderBy('id').limit(50).all(),
    tagged: (tag) =>
      Post.query()
        .whereHas('tags', (tags) => tags.where('id', tag))
        .orderBy('id')
        .limit(20)
        .all(),
    bulkInsert: (events) => Event.createMany(events),
    close: () => database.close(),
  }
}
