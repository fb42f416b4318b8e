import { Database } from '@adonisjs/lucid/database'
import { Adapter, BaseModel } from '@adonisjs/lucid/orm'
import { newPost, type Open, POSTS } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'

class Author extends BaseModel {
  static override table = 'authors'
  declare id: number
  declare name: string
}

class Post extends BaseModel {
  static override table = 'posts'
  declare id: number
  declare author_id: number
  declare title: string
  declare body: string
  declare views: number
  declare published: boolean
  declare created_at: Date
}

class Tag extends BaseModel {
  static override table = 'tags'
  declare id: number
  declare name: string
}

/** Without AdonisJS around it; columns are declared with the calls that its decorators make. */
export const open: Open = async (dialect, place) => {
  const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} }
  const deaf = { hasListeners: () => false, emit: async () => {} }
  const connection =
    dialect === 'sqlite'
      ? ({
          client: 'better-sqlite3',
          connection: { filename: place },
          useNullAsDefault: true,
        } as const)
      : ({
          client: 'pg',
          connection: { connectionString: place },
          pool: { min: 0, max: 10 },
        } as const)
  const config = { connection: 'bench', connections: { bench: connection } }
  const db = new Database(config, silent as never, deaf as never)
  BaseModel.$adapter = new Adapter(db)
  if (dialect === 'sqlite') {
    for (const pragma of PRAGMAS.split(';')) await db.rawQuery(pragma)
  }
  declareColumns()

  return {
    find: (id) => Post.findOrFail(id),
    list: (after) => Post.query().where('id', '>', after).orderBy('id').limit(50),
    insert: () => Post.create(newPost()),
    async update(id, views) {
      const post = await Post.findOrFail(id)
      return post.merge({ views }).save()
    },
    withRelation: () =>
      Post.query()
        .preload('author' as never)
        .orderBy('id')
        .limit(20),
    aggregate: () =>
      Post.query()
        .where('id', '<=', POSTS)
        .groupBy('author_id')
        .select('author_id')
        .count('* as posts')
        .sum('views as views')
        .pojo(),
    select: (after) =>
      Post.query()
        .select('id', 'title', 'views')
        .where('id', '>', after)
        .orderBy('id')
        .limit(50)
        .pojo(),
    tagged: (tag) =>
      Post.query()
        .whereHas('tags' as never, (tags: { where(name: string, value: number): unknown }) => {
          tags.where('tags.id', tag)
        })
        .orderBy('id')
        .limit(20),
    async bulkInsert(events) {
      if (dialect === 'postgres') return db.table('events').multiInsert([...events])
      // Lucid writes a `select` for each row, and SQLite accepts 500 of them in a statement.
      for (const half of [events.slice(0, 500), events.slice(500)]) {
        const rows = half.map((event) => ({ ...event, created_at: event.created_at.getTime() }))
        await db.table('events').multiInsert(rows)
      }
    },
    close: () => db.manager.closeAll(),
  }
}

function declareColumns(): void {
  Author.boot()
  Author.$addColumn('id', { isPrimary: true })
  Author.$addColumn('name', {})
  Post.boot()
  Post.$addColumn('id', { isPrimary: true })
  for (const name of ['author_id', 'title', 'body', 'views']) Post.$addColumn(name, {})
  Post.$addColumn('published', { consume: Boolean })
  Post.$addColumn('created_at', { consume: (stored) => new Date(stored) })
  Post.$addRelation('author', 'belongsTo', () => Author, {
    localKey: 'id',
    foreignKey: 'author_id',
  })
  Tag.boot()
  Tag.$addColumn('id', { isPrimary: true })
  Tag.$addColumn('name', {})
  Post.$addRelation('tags', 'manyToMany', () => Tag, {
    pivotTable: 'post_tags',
    localKey: 'id',
    pivotForeignKey: 'post_id',
    relatedKey: 'id',
    pivotRelatedForeignKey: 'tag_id',
  })
}
