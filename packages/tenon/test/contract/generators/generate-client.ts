import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { forEachDialect } from '../../support/for-each-dialect.ts'
import { compilers, toSettings } from '../../support/compile-project.ts'
import { accountsFile, runApi } from '../start-api.ts'
import { serveAccounts } from '../serve-accounts.ts'
import { serveShop } from '../serve-shop.ts'

const workspace = join(import.meta.dirname, '../../../../..')
const calls = join(import.meta.dirname, '../../../fixtures/generated-clients')
const typescript6 = pathToFileURL(join(import.meta.dirname, 'typescript-6.ts')).href

/** A generator of clients by others. */
export interface Generator {
  /** Its command, inside `node_modules`. */
  readonly command: string
  /** Its arguments for the document `<name>.json`; it may write a file of settings. */
  readonly toArguments: (name: string, folder: string) => readonly string[]
  /**
   * The program that calls the shop with what was generated, in `fixtures/generated-clients`; that in
   * `accounts` calls the example with accounts.
   */
  readonly program: string
}

/**
 * Generates clients for the shop and for the example with accounts, type-checks them, and runs the programs
 * against both on each database.
 */
export function testGenerator(name: string, generator: Generator): void {
  describe(`a client of ${name}`, () => {
    let folder: string
    before(async () => {
      folder = await generate(generator)
    })
    after(() => rmSync(folder, { recursive: true }))

    it('compiles', async () => {
      assert.equal(await compile(folder), '')
    })

    forEachDialect('an application', (open) => {
      it('is called', async () => {
        await using shop = await serveShop(await open.url())

        const argv = [generator.program, shop.origin]
        const { stdout } = await run(process.execPath, argv, { cwd: folder })

        assert.deepEqual(JSON.parse(stdout), expected)
      })

      it('is called with tokens', async () => {
        using accounts = await serveAccounts(await open.url())

        const { origin, tokens } = accounts
        const argv = [`accounts-${generator.program}`, origin, tokens.all, tokens.reading]
        const { stdout } = await run(process.execPath, argv, { cwd: folder })

        assert.deepEqual(JSON.parse(stdout), expectedOfAccounts)
      })
    })
  })
}

/** Returns the folder of the clients and of the program. */
async function generate({ command, toArguments, program }: Generator): Promise<string> {
  const folder = makeFolder()
  const env = { ...process.env, NODE_OPTIONS: `--import=${typescript6}` }
  const accounts = runApi(['openapi'], {}, accountsFile)
  await using shop = await serveShop('sqlite::memory:')
  const documents = {
    shop: await (await fetch(`${shop.origin}/openapi.json`)).text(),
    accounts: await accounts,
  }
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.json`), document)
    const argv = [join(workspace, 'node_modules', command), ...toArguments(name, folder)]
    await run(process.execPath, argv, { cwd: folder, env })
  }
  copyFileSync(join(calls, program), join(folder, program))
  copyFileSync(join(calls, 'accounts', program), join(folder, `accounts-${program}`))
  return folder
}

const run = promisify(execFile)

/** Inside the workspace, so that packages resolve. */
function makeFolder(): string {
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  const folder = mkdtempSync(join(workspace, '.tmp/client-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const options = {
    module: 'preserve',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    // What others generate follows rules of its own.
    noUnusedLocals: false,
    noUnusedParameters: false,
    exactOptionalPropertyTypes: false,
    verbatimModuleSyntax: false,
    noPropertyAccessFromIndexSignature: false,
    isolatedDeclarations: false,
  }
  writeFileSync(join(folder, 'tsconfig.json'), toSettings(options))
  return folder
}

async function compile(folder: string): Promise<string> {
  const argv = [compilers['TypeScript 6'], '-p', '.', '--noEmit', '--pretty', 'false']
  return run(process.execPath, argv, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  )
}

const expectedOfAccounts = {
  me: [200, 'Ada', null],
  changed: 'Grace',
  refused: [422, { name: 'Enter your name' }],
  forbidden: [403, 'The token does not allow this'],
  token: ['profile:read'],
  stranger: [401, 'A token is needed'],
}

/** What each program prints. */
const expected = {
  made: [201, '49.00', '0'],
  refused: [422, { name: 'Name is required' }],
  shown: [200, 'Light', 0],
  labelled: { color: 'red' },
  tagged: ['new'],
  found: [5, ['chair']],
  missing: [404, 'Not Found'],
  uploaded: [201, 'Plan'],
  downloaded: 'plan',
  removed: 409,
  limited: [429, 'Too Many Requests'],
  stranger: [401, 'A token is needed'],
  me: 'Ada',
  ordered: [201, 'Ulm'],
  paid: ['paid', 'invoice'],
  cancelled: 1,
}
