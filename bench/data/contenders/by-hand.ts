import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'pg'
import { type Contender, newPost, type Open, POSTS } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'

/** `node:sqlite`, or a pool of `pg`, with prepared statements and nothing in between. */
export const open: Open = (dialect, place) =>
  dialect === 'sqlite' ? onSqlite(place) : onPostgres(place)

const COLUMNS = 'id, author_id, title, body, views, published, created_at'
const NEW = 'author_id, title, body, views, published, created_at'

function onSqlite(file: string): Contender {
  const connection = new DatabaseSync(file)
  connection.exec(PRAGMAS)
  const prepareRows = (sql: string) => {
    const statement = connection.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  const find = prepareRows(`select ${COLUMNS} from posts where id = ?`)
  // With a parameter as the limit, SQLite would recompile the statement for each value.
  const list = prepareRows(`select ${COLUMNS} from posts where id > ? order by id limit 50`)
  const first = prepareRows(`select ${COLUMNS} from posts order by id limit 20`)
  const authors = prepareRows(
    'select id, name from authors where id in (select value from json_each(?))',
  )
  const insert = prepareRows(`insert into posts (${NEW}) values (?, ?, ?, ?, ?, ?) returning id`)
  const aggregate = prepareRows(
    'select author_id, count(*), sum(views) from posts where id <= ? group by author_id',
  )
  const select = prepareRows('select id, title, views from posts where id > ? order by id limit 50')
  const tagged = prepareRows(
    `select ${COLUMNS} from posts where id in (select post_id from post_tags where tag_id = ?) order by id limit 20`,
  )
  const event = connection.prepare(
    'insert into events (post_id, name, created_at) values (?, ?, ?)',
  )
  const update = connection.prepare('update posts set views = ? where id = ?')

  return {
    find: (id) => toPost(find.get(id)),
    list: (after) => list.all(after).map(toPost),
    insert() {
      const { author_id, title, body, views, published, created_at } = newPost()
      const row = insert.get(author_id, title, body, views, 0, created_at.getTime())
      const [id] = row as unknown as [number]
      return { id, author_id, title, body, views, published, created_at }
    },
    update(id, views) {
      const post = toPost(find.get(id))
      update.run(views, id)
      return { ...post, views }
    },
    withRelation() {
      const posts = first.all().map(toPost)
      const ids = new Set(posts.map(({ author_id }) => author_id))
      const rows = authors.all(JSON.stringify([...ids])) as unknown as [number, string][]
      const byId = new Map(rows.map(([id, name]) => [id, { id, name }]))
      return posts.map((post) => ({ ...post, author: byId.get(post.author_id) }))
    },
    aggregate: () =>
      (aggregate.all(POSTS) as unknown as [number, number, number][]).map(
        ([author_id, posts, views]) => ({ author_id, posts, views }),
      ),
    select: (after) =>
      (select.all(after) as unknown as [number, string, number][]).map(([id, title, views]) => ({
        id,
        title,
        views,
      })),
    tagged: (tag) => tagged.all(tag).map(toPost),
    bulkInsert(events) {
      connection.exec('begin')
      for (const { post_id, name, created_at } of events)
        event.run(post_id, name, created_at.getTime())
      connection.exec('commit')
    },
    close: () => connection.close(),
  }
}

type Row = [number, number, string, string, number, number, number]

/** Rows as arrays, the fastest form in `node:sqlite`; its types only describe objects. */
function toPost(row: unknown) {
  const [id, author_id, title, body, views, published, created_at] = row as Row
  return {
    id,
    author_id,
    title,
    body,
    views,
    published: published === 1,
    created_at: new Date(created_at),
  }
}

function onPostgres(connectionString: string): Contender {
  const pool = new Pool({ connectionString, max: 10 })
  const query = async (name: string, text: string, values: unknown[]) =>
    (await pool.query({ name, text, values })).rows
  const find = async (id: number) =>
    (await query('find', `select ${COLUMNS} from posts where id = $1`, [id]))[0]
  const list = (after: number, count: number) =>
    query('list', `select ${COLUMNS} from posts where id > $1 order by id limit $2`, [after, count])

  return {
    find,
    list: (after) => list(after, 50),
    async insert() {
      const post = newPost()
      const text = `insert into posts (${NEW}) values ($1, $2, $3, $4, $5, $6) returning id`
      const [row] = await query('insert', text, Object.values(post))
      return { ...row, ...post }
    },
    async update(id, views) {
      const post = await find(id)
      await query('update', 'update posts set views = $1 where id = $2', [views, id])
      return { ...post, views }
    },
    async withRelation() {
      const posts = await list(0, 20)
      const ids = [...new Set(posts.map(({ author_id }) => author_id))]
      const text = 'select id, name from authors where id = any($1)'
      const authors = new Map((await query('authors', text, [ids])).map((row) => [row.id, row]))
      return posts.map((post) => ({ ...post, author: authors.get(post.author_id) }))
    },
    aggregate: () =>
      query(
        'aggregate',
        'select author_id, count(*)::int as posts, sum(views)::int as views from posts where id <= $1 group by author_id',
        [POSTS],
      ),
    select: (after) =>
      query('select', 'select id, title, views from posts where id > $1 order by id limit 50', [
        after,
      ]),
    tagged: (tag) =>
      query(
        'tagged',
        `select ${COLUMNS} from posts where id in (select post_id from post_tags where tag_id = $1) order by id limit 20`,
        [tag],
      ),
    bulkInsert: (events) =>
      query(
        'events',
        'insert into events (post_id, name, created_at) select * from unnest($1::int[], $2::text[], $3::timestamptz[])',
        [
          events.map(({ post_id }) => post_id),
          events.map(({ name }) => name),
          events.map(({ created_at }) => created_at),
        ],
      ),
    close: () => pool.end(),
  }
}
