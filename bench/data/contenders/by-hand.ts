import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'pg'
import { type Contender, newPost, type Open } from '../contender.ts'
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
  // A parameter as the limit would make SQLite compile the statement anew for each value.
  const list = prepareRows(`select ${COLUMNS} from posts where id > ? order by id limit 50`)
  const first = prepareRows(`select ${COLUMNS} from posts order by id limit 20`)
  const authors = prepareRows(
    'select id, name from authors where id in (select value from json_each(?))',
  )
  const insert = prepareRows(`insert into posts (${NEW}) values (?, ?, ?, ?, ?, ?) returning id`)
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
    close: () => connection.close(),
  }
}

type Row = [number, number, string, string, number, number, number]

/** Rows come as arrays, the fastest that `node:sqlite` has; its types know only of objects. */
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
    close: () => pool.end(),
  }
}
