import { serve } from '@hono/node-server'
import { openDrizzleTodos } from './drizzle/better-sqlite3.ts'
import { honoApplication } from './hono/application.ts'
import { host, port } from './work.ts'

/** Hono on Node, via its adapter. */
serve({ fetch: honoApplication(openDrizzleTodos()).fetch, port, hostname: host })
