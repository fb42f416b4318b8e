import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandsIn } from '../../src/tooling/cli/commands.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'
import { againstDeclarations } from '../support/declarations.ts'

const repository = join(import.meta.dirname, '../../../..')

/** What a program printed, and how it ended. */
export interface Finished {
  readonly exitCode: number
  readonly output: string
}

/** A copy of an application, in which a developer runs commands. */
export interface Scaffold extends Disposable {
  readonly root: string
  read(path: string): string
  has(path: string): boolean
  write(path: string, text: string): void
  /** The text of every file by path, without databases. */
  tree(): Readonly<Record<string, string>>
  /** Runs `tenon`: in this process if the command only reads and writes files, for a tenth of the CPU. */
  tenon(...words: readonly string[]): Promise<Finished>
  /** Runs `node main.ts`. */
  main(...words: readonly string[]): Promise<Finished>
  /** Runs the compiler. */
  compile(): Promise<Finished>
  /** Runs the linter. */
  lint(...options: readonly string[]): Promise<Finished>
  /** Checks the format. */
  checkFormat(): Promise<Finished>
  /** Runs all tests of the application. */
  test(): Promise<Finished>
}

/** Copies the todo example, without the named files, with a database of its own or the given one. */
export function copyTodo(without: readonly string[] = [], databaseUrl?: string): Scaffold {
  const scaffold = copyApplication(join(repository, 'examples/todo'), databaseUrl)
  for (const path of without) rmSync(join(scaffold.root, path), { recursive: true })
  useWorkspaceConfig(scaffold)
  return scaffold
}

export function useWorkspaceConfig(scaffold: Scaffold): void {
  const { compilerOptions, ...rest } = JSON.parse(scaffold.read('tsconfig.json'))
  const settings = {
    ...rest,
    extends: join(repository, 'tsconfig.base.json'),
    compilerOptions: { ...compilerOptions, ...againstDeclarations() },
  }
  scaffold.write('tsconfig.json', JSON.stringify(settings))
}

/** Copies the example with accounts. */
export function copyAccounts(): Scaffold {
  const scaffold = copyApplication(join(repository, 'examples/accounts'))
  useWorkspaceConfig(scaffold)
  return scaffold
}

export function copyApplication(source: string, databaseUrl = 'sqlite:./test.sqlite'): Scaffold {
  const root = mkdtempSync(join(tmpdir(), 'tenon-scaffold-'))
  cpSync(source, root, {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|build)$|\.sqlite|\.env/.test(path),
  })
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))

  const run = (file: string, args: readonly string[]): Promise<Finished> =>
    new Promise((resolve) => {
      const env = { ...bareEnvironment, DATABASE_URL: databaseUrl }
      execFile(file, args, { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ exitCode: Number(error?.code ?? 0), output: stdout + stderr }),
      )
    })
  const node = (...words: readonly string[]): Promise<Finished> =>
    run(process.execPath, [...fromSources(), ...words])
  const tool = (name: string, ...words: readonly string[]): Promise<Finished> =>
    run(join(repository, 'node_modules/.bin', name), words)
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')

  // Listed, because the linter would follow the link to the packages.
  const sources = (): readonly string[] =>
    ['main.ts', 'app', 'database', 'tests', 'resources'].filter((path) =>
      existsSync(join(root, path)),
    )

  // Without the styles and the registry, which the formatter does not format.
  const written = (): readonly string[] =>
    globSync('{main.ts,{app,database,resources,tests}/**/*.{ts,tsx,vue}}', { cwd: root }).filter(
      (path) => !path.endsWith('.d.ts'),
    )

  return {
    root,
    read,
    has: (path) => existsSync(join(root, path)),
    write: (path, text) => writeFileSync(join(root, path), text),
    tree() {
      const paths = globSync('{*.ts,app/**,database/**,resources/**,tests/**}', { cwd: root })
      const files = paths.filter((path) => statSync(join(root, path)).isFile())
      return Object.fromEntries(files.toSorted().map((path) => [path, read(path)]))
    },
    tenon: (...words) =>
      onlyWrites(words) ? runHere(root, words) : node(tenonCommand(), ...words),
    main: (...words) => node('main.ts', ...words),
    compile: () => tool('tsc', '-p', root, '--singleThreaded'),
    lint: (...options) =>
      tool(
        'oxlint',
        ...options,
        '--type-aware',
        '-c',
        join(repository, '.oxlintrc.json'),
        ...sources(),
      ),
    checkFormat: () =>
      tool('oxfmt', '-c', join(repository, '.oxfmtrc.json'), '--check', ...written()),
    test: () => node('--test', '--test-isolation=none', 'tests/*.test.ts'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  }
}

/** Whether a command runs neither the application nor another program. */
function onlyWrites([name = '', ...rest]: readonly string[]): boolean {
  return ['make', 'destroy', 'add'].includes(name) && !rest.includes('--expand')
}

async function runHere(root: string, argv: readonly string[]): Promise<Finished> {
  const printed: string[] = []
  const failed: string[] = []
  const exitCode = await runCommandsIn(root, {
    argv,
    print: (line) => printed.push(line),
    fail: (line) => failed.push(line),
  })
  return { exitCode, output: [...printed, ...failed].map((line) => `${line}\n`).join('') }
}

/** Checks that the application compiles, passes the linter, the formatter and its tests, and migrates. */
export async function assertSound(app: Scaffold, { hasDrift = false } = {}): Promise<void> {
  const [compiled, linted, formatted] = [
    await app.compile(),
    await app.lint(),
    await app.checkFormat(),
  ]
  assert.equal(compiled.exitCode, 0, compiled.output)
  assert.equal(linted.exitCode, 0, linted.output)
  assert.equal(formatted.exitCode, 0, formatted.output)
  const migrated = await app.main('migrate')
  assert.equal(migrated.exitCode, 0, migrated.output)
  const checked = await app.main('schema:check')
  assert.equal(checked.exitCode, hasDrift ? 1 : 0, checked.output)
  const tested = await app.test()
  assert.equal(tested.exitCode, 0, tested.output)
}
