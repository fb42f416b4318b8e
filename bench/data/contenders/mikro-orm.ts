import { defineEntity, p, raw } from '@mikro-orm/core'
import { MikroORM as OnPostgres } from '@mikro-orm/postgresql'
import { MikroORM as OnSqlite } from '@mikro-orm/sqlite'
import { newPost, type Open, POSTS } from '../contender.ts'
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
    tags: () =>
      p.manyToMany(Tag).pivotTable('post_tags').joinColumn('post_id').inverseJoinColumn('tag_id'),
  },
})

const Tag = defineEntity({
  name: 'Tag',
  tableName: 'tags',
  properties: { id: p.integer().primary(), name: p.text() },
})

const Event = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: p.integer().primary(),
    post_id: p.integer(),
    name: p.text(),
    created_at: p.datetime(),
  },
})

/** Forks the entity manager for each operation, as for each request. */
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
    aggregate: () =>
      orm.em
        .fork()
        .createQueryBuilder(Post, 'post')
        .select([
          raw('post.author_id as author_id'),
          raw('count(*) as posts'),
          raw('sum(post.views) as views'),
        ])
        .where({ id: { $lte: POSTS } })
        .groupBy('author')
        .execute('all', false),
    select: (after) =>
      orm.em.fork().find(
        Post,
        { id: { $gt: after } },
        {
          fields: ['id', 'title', 'views'],
          orderBy: { id: 'asc' },
          limit: 50,
          disableIdentityMap: true,
        },
      ),
    tagged: (tag) => orm.em.fork().find(Post, { tags: tag }, { orderBy: { id: 'asc' }, limit: 20 }),
    bulkInsert: (events) => orm.em.fork().insertMany(Event, [...events]),
    close: () => orm.close(),
  }
}

const entities = [Author, Post, Tag, Event]

async function openSqlite(dbName: string) {
  const orm = await OnSqlite.init({ entities, dbName })
  await orm.em.getConnection().executeDump(PRAGMAS)
  return orm
}

function openPostgres(clientUrl: string) {
  return OnPostgres.init({ entities, clientUrl, pool: { min: 0, max: 10 } })
}
