import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdtempDisposableSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { compileProject, compilers, toSettings } from '../support/compile-project.ts'
import { startBinary } from '../faults/start-binary.ts'
import { apiFile, runApi, startApi } from './start-api.ts'

const tenon = join(import.meta.dirname, '../..')
const program = join(tenon, 'fixtures/generated-clients/service.ts')

/** What a project with one `strict` has: no other packages, and the declarations of packages checked. */
const settings = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
})

/** Uses the types alone, of which nothing is left when it runs. */
const typed = `import { createServiceClient } from 'tenon/client/service'
import type { Service } from './types.js'

const api = createServiceClient<Service>({ routes: [] })
export const titleOf = async (book: number): Promise<string> => (await api('books.show', { book })).title
// @ts-expect-error -- no such route
void api('books.shw', { book: 1 })
// @ts-expect-error -- no such column
void api('books.show', { book: 1 }).then(({ titel }) => titel)
`

/** A project elsewhere, with the built package and what `client` and `client --types` printed. */
function createProject(books: string, types: string) {
  const folder = mkdtempDisposableSync(join(realpathSync(tmpdir()), 'tenon-service-'))
  const installed = join(folder.path, 'node_modules/tenon')
  mkdirSync(installed, { recursive: true })
  copyFileSync(join(tenon, 'package.json'), join(installed, 'package.json'))
  cpSync(join(tenon, 'dist'), join(installed, 'dist'), { recursive: true })
  const files = { 'package.json': '{ "type": "module" }', 'tsconfig.json': settings }
  const printed = { 'books.ts': books, 'types.d.ts': types, 'typed.ts': typed }
  for (const [name, text] of Object.entries({ ...files, ...printed })) {
    writeFileSync(join(folder.path, name), text)
  }
  copyFileSync(program, join(folder.path, 'program.ts'))
  return folder
}

function compile(folder: string, compiler: keyof typeof compilers): string {
  const argv = [compilers[compiler], '-p', '.', '--pretty', 'false']
  return spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' }).stdout
}

describe('node main.js client', () => {
  let printed = ''
  let types = ''
  let project: ReturnType<typeof createProject>
  before(async () => {
    printed = await runApi(['client'])
    types = await runApi(['client', '--types'])
    project = createProject(printed, types)
  })
  after(() => project.remove())

  it('prints types that need no sources and no other package', () => {
    assert.equal(compile(project.path, 'TypeScript 7'), '')
    assert.equal(compile(project.path, 'TypeScript 6'), '')
  })

  it('prints what a client elsewhere calls the application with', async () => {
    using app = await startApi(`sqlite:${join(project.path, 'books.sqlite')}`)

    const code = `const { visit } = await import('./program.ts')
      console.log(JSON.stringify(await visit(${JSON.stringify(app.url)})))`
    const argv = ['--input-type=module', '--eval', code]
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: project.path })

    assert.deepEqual(JSON.parse(stdout), {
      made: ['Emma', '0', 'draft'],
      refused: 'Title is required',
      author: 'Jane',
      size: 5,
      ordered: 1,
      revived: [true, 'bigint'],
      missing: 404,
    })
  })

  it('prints the types alone for --types, as a declaration file', () => {
    assert.equal(printed.startsWith(types.trimEnd()), true)
    assert.equal(types.includes('export const'), false)
  })

  it('prints the types that registered routes have', () => {
    const errors = compileProject({
      'tsconfig.json': toSettings({
        module: 'preserve',
        moduleResolution: 'bundler',
        lib: ['es2024', 'esnext.disposable', 'esnext.iterator', 'dom', 'dom.iterable'],
        types: ['node'],
      }),
      'books.ts': printed,
      'same.ts': same,
    })

    assert.equal(errors, '')
  })
})

/**
 * Compiles if the types are the same. The schema of a form knows neither `null` for a file nor a check of
 * the application's own, and that of a number in a query no text.
 */
const same = `
import type { CallArguments, CallResult, CallValue, RevivedApi } from 'tenon/client'
import type { ArgumentsOf, ResultOf, RevivedService, ServiceApi, ValueOf } from 'tenon/client/service'
import '../../packages/tenon/fixtures/api/routes.ts'
import type { Service } from './books.ts'

type Name = keyof Service
type Difference<One, Other> = [One, Other] extends [Other, One] ? never : [One, Other]

type Answers = {
  [Each in Name]:
    | Difference<CallResult<Each>, ResultOf<Service[Each]>>
    | Difference<CallValue<Each>, ValueOf<Service[Each]['answers']>>
}[Name]
export const answers: [Answers] extends [never] ? true : Answers = true

/** The same for clients that revive. */
type Revived<Client> = Client extends ServiceApi<infer Served> ? Served : never
type Values = {
  [Each in Name]: Difference<
    ValueOf<Revived<RevivedApi>[Each]['answers']>,
    ValueOf<RevivedService<Service>[Each]['answers']>
  >
}[Name]
export const values: [Values] extends [never] ? true : Values = true

type Described = Exclude<Name, 'books.cover' | 'books.index'>
type Arguments = {
  [Each in Described]: Difference<CallArguments<Each>, ArgumentsOf<Service, Each>>
}[Described]
export const given: [Arguments] extends [never] ? true : Arguments = true
`

describe('node main.js client --standalone', () => {
  let printed = ''
  let project: ReturnType<typeof createStandalone>
  before(async () => {
    // A bundle does not have the sources that it prints.
    const { ended } = startBinary(
      {},
      { file: apiFile, argv: ['client', '--standalone'], fromSources: true },
    )
    printed = (await ended).stdout
    project = createStandalone(printed)
  })
  after(() => project.remove())

  it('prints one file that compiles in an empty folder, without imports', () => {
    assert.doesNotMatch(printed, /^import /m)
    assert.equal(compile(project.path, 'TypeScript 7'), '')
    assert.equal(compile(project.path, 'TypeScript 6'), '')
  })

  it('compiles for Node, without the types of browsers', () => {
    const declarations = join(tenon, '../../node_modules/@types')
    const argv = [
      '--strict',
      '--noEmit',
      '--ignoreConfig',
      '--target',
      'es2024',
      '--module',
      'nodenext',
    ]
    const node = ['--lib', 'es2024', '--types', 'node', '--typeRoots', declarations]

    const errors = spawnSync(
      process.execPath,
      [compilers['TypeScript 7'], ...argv, ...node, 'books.ts'],
      {
        cwd: project.path,
        encoding: 'utf8',
      },
    ).stdout

    assert.equal(errors, '')
  })

  it('calls the application without an installed package', async () => {
    using app = await startApi(`sqlite:${join(project.path, 'books.sqlite')}`)

    const code = `const { visit } = await import('./program.ts')
      console.log(JSON.stringify(await visit(${JSON.stringify(app.url)})))`
    const argv = ['--input-type=module', '--eval', code]
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: project.path })

    const { made, refused, missing } = JSON.parse(stdout)
    assert.deepEqual([made[0], typeof refused, missing], ['Emma', 'string', 404])
  })
})

/** A project elsewhere, which has nothing but what `client --standalone` printed, and the same program. */
function createStandalone(books: string) {
  const folder = mkdtempDisposableSync(join(realpathSync(tmpdir()), 'tenon-standalone-'))
  const calls = readFileSync(program, 'utf8').replace('tenon/client/service', './books.ts')
  const strict = settings.replace('"strict":true', '"strict":true,"noUnusedLocals":true')
  const files = { 'package.json': '{ "type": "module" }', 'tsconfig.json': strict }
  for (const [name, text] of Object.entries({ ...files, 'books.ts': books, 'program.ts': calls })) {
    writeFileSync(join(folder.path, name), text)
  }
  return folder
}
