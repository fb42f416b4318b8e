import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../../application/config/settings.ts'
import { toOperationDocument } from './operation-document.ts'
import { toPlain } from './plain-value.ts'
import { queryReadOnly } from './read-only-query.ts'
import { runProgram, toEnd, type ProgramResult } from './run-program.ts'
import { searchDocs } from './search-docs.ts'

/** A tool for agents that develop the application. */
export interface DeveloperTool {
  readonly name: string
  readonly description: string
  /** The inputs, which are all text, with a description of each. A name with a question mark is optional. */
  readonly inputs: Readonly<Record<string, string>>
  run(input: Readonly<Record<string, string>>): Promise<ProgramResult>
}

/** The tools for the application in a folder. Each reads the current files when it is called. */
export function toDeveloperTools(root: string, settings: Settings): readonly DeveloperTool[] {
  const main = (...argv: string[]): Promise<ProgramResult> =>
    runProgram(root, process.execPath, [...process.execArgv, 'main.ts', ...argv])
  return [
    {
      name: 'routes',
      description: 'List the routes: method, path, name, middleware, file and line',
      inputs: {},
      run: () => main('routes', '--json'),
    },
    {
      name: 'schema',
      description: 'List the models with their tables, columns and relations',
      inputs: {},
      run: () => main('models', '--json'),
    },
    {
      name: 'openapi',
      description:
        'Print the OpenAPI document of the routes that declare their responses, whole or for one operation',
      inputs: { 'operation?': 'The operationId: the name of a route. Default: all operations' },
      run: async ({ operation = '' }) => toOperationDocument(await main('openapi'), operation),
    },
    {
      name: 'query',
      description:
        'Run one SQL statement that only reads on the development database, for at most 10 s; 100 rows are shown',
      inputs: { sql: 'The statement' },
      run: ({ sql = '' }) => query(settings, sql),
    },
    {
      name: 'check',
      description: 'Check types and code as the script "check" of package.json does',
      inputs: {},
      run: () => check(root),
    },
    {
      name: 'test',
      description: 'Run the tests, all of them or those whose names match',
      inputs: { 'pattern?': 'A regular expression for the names of tests' },
      run: ({ pattern = '' }) => test(root, pattern),
    },
    {
      name: 'docs',
      description: 'Search the documentation of the installed version of Tenon',
      inputs: { query: 'A few words' },
      run: async ({ query = '' }) => ({ output: searchDocs(query), isError: false }),
    },
    {
      name: 'requests',
      description:
        'List the latest requests to a running "tenon dev" with their errors and SQL statements',
      inputs: {},
      run: () => readRequests(settings),
    },
  ]
}

async function query({ databaseUrl }: Settings, sql: string): Promise<ProgramResult> {
  const result = await queryReadOnly(databaseUrl, sql)
  return { output: JSON.stringify(result, toPlain, 2), isError: false }
}

async function check(root: string): Promise<ProgramResult> {
  const file = join(root, 'package.json')
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  // Sound: npm accepts no other scripts.
  const { scripts = {} } = manifest as { readonly scripts?: Readonly<Record<string, string>> }
  const [program, argv] =
    scripts['check'] === undefined
      ? (['npx', ['--no-install', 'tsc', '--noEmit']] as const)
      : (['npm', ['run', 'check']] as const)
  return toEnd(await runProgram(root, program, argv))
}

async function test(root: string, pattern: string): Promise<ProgramResult> {
  const filter = pattern === '' ? [] : ['--', `--test-name-pattern=${pattern}`]
  return toEnd(await runProgram(root, 'npm', ['test', ...filter]))
}

async function readRequests({ port, basePath }: Settings): Promise<ProgramResult> {
  const url = `http://127.0.0.1:${port}${basePath}/_app/dev/requests`
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' } })
    return { output: await response.text(), isError: !response.ok }
  } catch {
    return { output: `Nothing answers at ${url}. Start "npm run dev".`, isError: true }
  }
}
