// @ts-expect-error Bun's own module, whose types would change those of Node for all servers.
import { SQL } from 'bun'
import { Elysia, t } from 'elysia'
import { host, port } from '../work.ts'
import { databaseUrl, pageHeaders, POOL_SIZE, toPage } from './settings.ts'

/** The application as in Elysia's guide, on Bun's own driver, by hand. */
const sql = new SQL(databaseUrl, { max: POOL_SIZE })

async function list() {
  const rows: readonly Row[] = await sql`
    select a.id, a.title, a.views, a.created_at, a.author_id, p.name from articles a
    join authors p on p.id = a.author_id order by a.id limit 20`
  return rows.map(({ author_id, name, ...article }) => ({
    ...article,
    author: { id: author_id, name },
  }))
}

interface Row {
  readonly author_id: number
  readonly name: string
}

const params = t.Object({ id: t.Integer() })

new Elysia()
  .get('/', async ({ set }) => {
    Object.assign(set.headers, pageHeaders)
    return toPage(await list())
  })
  .get('/articles', () => list())
  .get(
    '/articles/:id',
    async ({ params: { id }, status }) => {
      const [article] =
        await sql`select id, title, views, created_at from articles where id = ${id}`
      return article ?? status(404, 'Not Found')
    },
    { params },
  )
  .put(
    '/articles/:id',
    ({ params: { id }, body: { title }, status }) =>
      sql.begin(async (tx: typeof sql) => {
        const found = await tx`select id from articles where id = ${id} for update`
        await tx`update articles set title = ${title} where id = ${id}`
        await tx`insert into revisions (article_id, title) values (${id}, ${title})`
        return found.length === 1 ? { id, title } : status(404, 'Not Found')
      }),
    { params, body: t.Object({ title: t.String({ minLength: 1 }) }) },
  )
  .get('/slow', async () => {
    await sql`select pg_sleep(0.05)`
    return 'slow'
  })
  .listen({ hostname: host, port })
