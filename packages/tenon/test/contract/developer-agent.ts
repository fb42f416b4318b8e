/**
 * A coding agent by others: starts `tenon mcp` in a folder, lists its tools and calls some,
 * `developer-agent.ts <folder> <calls as JSON>`.
 */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'

const [folder = '', calls = '[]'] = process.argv.slice(2)
const { NODE_COMPILE_CACHE = '', PATH = '' } = process.env
const { DATABASE_URL = '', SERVER_PORT = '8080', APP_ENV = 'local' } = process.env
const client = new Client({ name: 'test', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [...fromSources(), tenonCommand(), 'mcp'],
    cwd: folder,
    env: { NODE_COMPILE_CACHE, PATH, DATABASE_URL, SERVER_PORT, APP_ENV },
  }),
)

const { tools } = await client.listTools()
const results: unknown[] = []
for (const [name, input] of JSON.parse(calls)) {
  results.push(await client.callTool({ name, arguments: input }, { timeout: 120_000 }))
}
await client.close()
console.log(JSON.stringify({ tools, results }))
