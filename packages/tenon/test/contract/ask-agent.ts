import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bareEnvironment } from '../support/bare-environment.ts'

/** What an agent has seen of a server. */
export interface Seen {
  readonly tools: ReadonlyArray<{
    readonly name: string
    readonly inputSchema: { readonly properties: object; readonly required: readonly string[] }
    readonly outputSchema?: object
    readonly annotations: Readonly<Record<string, boolean>>
  }>
  readonly results: ReadonlyArray<{
    readonly isError: boolean
    readonly content: ReadonlyArray<{ readonly text: string }>
    readonly structuredContent?: object
  }>
}

/** Connects with the client of the official SDK or another program, which lists the tools and calls these. */
export async function askAgent(
  url: string,
  calls: readonly (readonly [string, object])[] = [],
  headers: Readonly<Record<string, string>> = {},
  program = 'agent.ts',
): Promise<Seen> {
  const argv = [
    join(import.meta.dirname, program),
    url,
    JSON.stringify(calls),
    JSON.stringify(headers),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env: bareEnvironment })
  return JSON.parse(stdout)
}
