import { openArticles } from './by-hand.ts'
import { serveArticles } from './fastify-routes.ts'

await serveArticles(openArticles())
