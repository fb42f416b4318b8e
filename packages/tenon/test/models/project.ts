import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'

const repository = join(import.meta.dirname, '../../../..')

/** The output and exit code of a command. */
export interface Finished {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** An application in a temporary folder, run as its developer and its operator do. */
export interface Project extends Disposable {
  readonly root: string
  write(path: string, text: string): void
  read(path: string): string
  list(folder: string): string[]
  remove(path: string): void
  /** Runs `main.ts`. */
  run(argv: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Finished>
  /** Runs `tenon`. */
  tenon(words: readonly string[]): Promise<Finished>
  /** Runs `tenon build`. */
  build(words?: readonly string[]): Promise<Finished>
  /** Runs the main file of the build. */
  runBuilt(argv: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Finished>
}

/** Creates a project from its files, by path; `main.ts` takes its models from `app/models.ts`. */
export function createProject(files: Readonly<Record<string, string>>): Project {
  const root = mkdtempSync(join(tmpdir(), 'tenon-project-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const run = (args: readonly string[], variables = {}): Promise<Finished> =>
    new Promise((resolve) => {
      const env = { ...bareEnvironment, DATABASE_URL: 'sqlite::memory:', ...variables }
      execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
      )
    })

  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  const all = { 'package.json': '{ "type": "module" }', 'main.ts': main, ...files }
  for (const [path, text] of Object.entries(all)) write(path, text)
  return {
    root,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    remove: (path) => rmSync(join(root, path)),
    list: (folder) => readdirSync(join(root, folder)).toSorted(),
    run: (argv, variables) => run([...fromSources(), 'main.ts', ...argv], variables),
    tenon: (words) => run([...fromSources(), tenonCommand(), ...words]),
    build: (words = []) => run([...fromSources(), tenonCommand(), 'build', ...words]),
    runBuilt: (argv, variables) => run(['build/main.js', ...argv], variables),
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  }
}

const main = `import { application, get, routes } from 'tenon'
import * as models from './app/models.ts'

const web = routes([get('/', () => 'ok')])
export const app = application({ root: import.meta.dirname, routes: web, models })
await app.run(process.argv.slice(2))
`
