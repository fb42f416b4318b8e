import { Pool } from 'pg'
import { databaseUrl, POOL_SIZE } from './settings.ts'

/** The statements by hand, for servers without models: `pg`, prepared on each connection. */
export function openArticles() {
  const pool = new Pool({ connectionString: databaseUrl, max: POOL_SIZE })
  const columns = 'id, title, views, created_at'
  const one = `select ${columns} from articles where id = $1`
  const many = `select a.id, a.title, a.views, a.created_at, a.author_id, p.name from articles a
    join authors p on p.id = a.author_id order by a.id limit 20`

  return {
    async find(id: number) {
      const { rows } = await pool.query({ name: 'one', text: one, values: [id] })
      return rows[0]
    },
    async list() {
      const { rows } = await pool.query({ name: 'many', text: many })
      return rows.map(({ author_id, name, ...article }) => ({
        ...article,
        author: { id: author_id, name },
      }))
    },
    /** Returns whether there is such an article. */
    async rename(id: number, title: string): Promise<boolean> {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const { rowCount } = await client.query({
          name: 'lock',
          text: 'select id from articles where id = $1 for update',
          values: [id],
        })
        await client.query({
          name: 'rename',
          text: 'update articles set title = $2 where id = $1',
          values: [id, title],
        })
        await client.query({
          name: 'revise',
          text: 'insert into revisions (article_id, title) values ($1, $2)',
          values: [id, title],
        })
        await client.query('commit')
        client.release()
        return rowCount === 1
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    sleep: () => pool.query('select pg_sleep(0.05)'),
  }
}
