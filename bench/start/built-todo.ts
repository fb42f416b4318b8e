import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const workspaces = { tenon: 'packages/tenon', todo: 'examples/todo' }

/** The todo application, built and migrated in a separate folder that is deleted on disposal. */
export class BuiltTodo implements Disposable {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Builds it from the current sources without touching any other build. */
  static build(): BuiltTodo {
    const todo = new BuiltTodo(mkdtempSync(join(tmpdir(), 'tenon-bench-todo-')))
    todo.#copySources()
    todo.#run('npm', ['run', 'build'], process.env)
    todo.#run(process.execPath, [todo.file, 'migrate'], todo.environment(1))
    return todo
  }

  /** The file to start; it needs nothing but Node. */
  get file(): string {
    return join(this.#folder, workspaces.todo, 'build/main.js')
  }

  /** The client's files, named by their content hashes. */
  get assetsFolder(): string {
    return join(this.#folder, workspaces.todo, 'build/public/assets')
  }

  /** The production environment. */
  environment(port: number): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      APP_ENV: 'production',
      APP_KEY: 'a key of the benchmark, of 32 bytes at least',
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: String(port),
      DATABASE_URL: `sqlite:${join(this.#folder, 'todo.sqlite')}`,
    }
  }

  /** Replaces its database with an empty one. */
  emptyDatabase(): void {
    this.#run(process.execPath, [this.file, 'migrate:fresh', '--force'], this.environment(1))
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: this.#folder,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }

  #copySources(): void {
    const skipped = new Set(['node_modules', 'dist', 'build'].map((name) => `/${name}`))
    const filter = (path: string): boolean => ![...skipped].some((name) => path.endsWith(name))
    for (const path of [
      'package.json',
      'tsconfig.json',
      'tsconfig.base.json',
      ...Object.values(workspaces),
    ]) {
      cpSync(join(root, path), join(this.#folder, path), { recursive: true, filter })
    }
    mkdirSync(join(this.#folder, 'node_modules'))
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (!(name in workspaces))
        this.#link(join(root, 'node_modules', name), `node_modules/${name}`)
    }
    for (const [name, path] of Object.entries(workspaces)) {
      this.#link(join(this.#folder, path), `node_modules/${name}`)
    }
    const own = `${workspaces.tenon}/node_modules`
    this.#link(join(root, own), own)
  }

  #link(target: string, path: string): void {
    symlinkSync(target, join(this.#folder, path))
  }
}
