import fastify from 'fastify'
import { host, port } from '../work.ts'
import { pageHeaders, toPage } from './settings.ts'

/** The records, by one library or another. */
export interface Articles {
  find(id: number): Promise<unknown>
  list(): Promise<unknown>
  rename(id: number, title: string): Promise<boolean>
  sleep(): Promise<unknown>
}

/** The application as in Fastify's guide. */
export async function serveArticles(articles: Articles): Promise<void> {
  const app = fastify()
  const id = { type: 'object', properties: { id: { type: 'integer' } } }

  app.get('/', async (_request, reply) => {
    reply.headers(pageHeaders)
    return toPage(await articles.list())
  })
  app.get('/articles', () => articles.list())
  app.get<{ Params: { id: number } }>(
    '/articles/:id',
    { schema: { params: id } },
    async (request, reply) => (await articles.find(request.params.id)) ?? reply.callNotFound(),
  )
  app.put<{ Params: { id: number }; Body: { title: string } }>(
    '/articles/:id',
    {
      schema: {
        params: id,
        body: {
          type: 'object',
          required: ['title'],
          properties: { title: { type: 'string', minLength: 1 } },
        },
      },
    },
    async ({ params, body }, reply) => {
      const isFound = await articles.rename(params.id, body.title)
      return isFound ? { id: params.id, title: body.title } : reply.callNotFound()
    },
  )
  app.get('/slow', async () => {
    await articles.sleep()
    return 'slow'
  })
  await app.listen({ host, port })
}
