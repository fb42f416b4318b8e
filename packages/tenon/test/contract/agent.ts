/**
 * An agent by others: lists the tools of a server and calls some, `agent.ts <url> <calls> <headers>`, both as JSON. In
 * a process of its own, because one of its packages has an export for the condition `source`, too.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const [url = '', calls = '[]', headers = '{}'] = process.argv.slice(2)
const client = new Client({ name: 'test', version: '1.0.0' })
const requestInit = { headers: JSON.parse(headers) }
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))

const { tools } = await client.listTools()
const results: unknown[] = []
for (const [name, input] of JSON.parse(calls)) {
  results.push(await client.callTool({ name, arguments: input }))
}
await client.close()
console.log(JSON.stringify({ tools, results }))
