/**
 * The inspector of the protocol's authors: lists the tools of a server and calls some, as its command line does,
 * `inspecting-agent.ts <url> <calls> <headers>`, as `agent.ts`. All in one process, as each start takes a second.
 */
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [url = '', calls = '[]', headers = '{}'] = process.argv.slice(2)
using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-inspector-'))
// It has no types.
const cli = import.meta.resolve('@modelcontextprotocol/inspector/clients/cli/build/index.js')
const { runCli }: { readonly runCli: (argv: readonly string[]) => Promise<void> } = await import(
  cli
)
const given = Object.entries(JSON.parse(headers)).flatMap((each) => ['--header', each.join(': ')])

async function inspect(...options: readonly string[]): Promise<object> {
  const output = join(folder.path, 'output.json')
  const server = ['--server-url', new URL('/mcp', url).href, '--transport', 'http', ...given]
  await runCli(['node', 'inspector', ...server, ...options, '--quiet', '--output', output])
  return JSON.parse(readFileSync(output, 'utf8'))
}

// `--strict` fails if a schema is wrong.
const listed = await inspect('--method', 'tools/list', '--strict')
const results: unknown[] = []
for (const [name, input] of JSON.parse(calls)) {
  const options = ['--tool-name', name, '--tool-args-json', JSON.stringify(input)]
  // It throws if the tool says that it failed.
  const failed = (error: Error) => ({ isError: true, content: [{ text: error.message }] })
  results.push(await inspect('--method', 'tools/call', ...options).catch(failed))
}
console.log(JSON.stringify({ ...listed, results }))
