import { defineEntity, p } from '@mikro-orm/core'
import { MikroORM as OnPostgres } from '@mikro-orm/postgresql'
import { MikroORM as OnSqlite } from '@mikro-orm/sqlite'
import { newPost, type Open } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'

const Author = defineEntity({
  name: 'Author',
  tableName: 'authors',
  properties: { id: p.integer().primary(), name: p.text() },
})

const Post = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    id: p.integer().primary(),
    author: () => p.manyToOne(Author).fieldName('author_id'),
    title: p.text(),
    body: p.text(),
    views: p.integer(),
    published: p.boolean(),
    created_at: p.datetime(),
  },
})

/** A fork of the entity manager for each operation, as for each request. */
export const open: Open = async (dialect, place) => {
  const orm = await (dialect === 'sqlite' ? openSqlite(place) : openPostgres(place))

  return {
    find: (id) => orm.em.fork().findOneOrFail(Post, id),
    list: (after) =>
      orm.em.fork().find(Post, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit: 50 }),
    async insert() {
      const em = orm.em.fork()
      const { author_id: author, ...values } = newPost()
      const post = em.create(Post, { ...values, author })
      await em.flush()
      return post
    },
    async update(id, views) {
      const em = orm.em.fork()
      const post = await em.findOneOrFail(Post, id)
      post.views = views
      await em.flush()
      return post
    },
    withRelation: () =>
      orm.em.fork().find(Post, {}, { populate: ['author'], orderBy: { id: 'asc' }, limit: 20 }),
    close: () => orm.close(),
  }
}

const entities = [Author, Post]

async function openSqlite(dbName: string) {
  const orm = await OnSqlite.init({ entities, dbName })
  await orm.em.getConnection().executeDump(PRAGMAS)
  return orm
}

function openPostgres(clientUrl: string) {
  return OnPostgres.init({ entities, clientUrl, pool: { min: 0, max: 10 } })
}
