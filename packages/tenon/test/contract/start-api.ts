import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBinary, startServing } from '../faults/start-binary.ts'

/** The application that declares its responses. */
export const apiFile = fileURLToPath(new URL('../../fixtures/api/main.ts', import.meta.url))

/** Migrates the application on a database, adds an author, and serves it. */
export async function startApi(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const variables = { ...environment, DATABASE_URL: databaseUrl }
  await runApi(['migrate'], variables)
  const serving = await startServing(variables, { file: apiFile })
  return { ...serving, url: `http://127.0.0.1:${serving.port}` }
}

/** The example with accounts, whose API is called with access tokens. */
export const accountsFile = fileURLToPath(
  new URL('../../../../examples/accounts/main.ts', import.meta.url),
)

/** Runs a command of an application and returns what it prints. */
export async function runApi(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  file = apiFile,
): Promise<string> {
  const { code, stdout, stderr } = await startBinary(environment, { file, argv }).ended
  if (code !== 0) throw new Error(stderr)
  return stdout
}

/** Writes what `routes --json` prints into a file. */
export async function writeRoutes(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'tenon-api-')), 'routes.json')
  writeFileSync(file, await runApi(['routes', '--json']))
  return file
}
