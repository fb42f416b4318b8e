import { openDrizzleTodos } from './drizzle/bun-sqlite.ts'
import { honoApplication } from './hono/application.ts'
import { host, port } from './work.ts'

/** The same application as on Node. Bun serves the default export of the file that it runs. */
export default { fetch: honoApplication(openDrizzleTodos()).fetch, port, hostname: host }
