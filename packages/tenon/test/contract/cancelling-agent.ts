/**
 * An agent by others that changes its mind: calls a tool and cancels the call as soon as it reads a line,
 * `cancelling-agent.ts <url> <mode of the version negotiation>`.
 */
import { once } from 'node:events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const [url = '', mode = 'auto'] = process.argv.slice(2)
const client = new Client(
  { name: 'test', version: '1.0.0' },
  { versionNegotiation: { mode: mode === 'legacy' ? 'legacy' : 'auto' } },
)
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))

const abort = new AbortController()
const called = client
  .callTool({ name: 'waiting', arguments: { ms: 60_000 } }, { signal: abort.signal })
  .catch(() => {})
await once(process.stdin, 'data')
abort.abort()
await called
await once(process.stdin, 'end')
await client.close()
