import { belongsTo, c, createDatabase, Model } from 'tenon/database'
import { registerDatabase } from '../../../packages/tenon/src/database/current-database.ts'
import { BODY, type Open } from '../contender.ts'

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
}

/** The database is the process's own, as an application makes it when it starts. */
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
    close: () => database.close(),
  }
}
