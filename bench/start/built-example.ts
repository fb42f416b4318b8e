import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** An example, built and migrated in a separate folder that is deleted on disposal. */
export class BuiltExample implements Disposable {
  readonly #name: string
  readonly #folder: string

  private constructor(name: string, folder: string) {
    this.#name = name
    this.#folder = folder
  }

  /** Builds it with the built package, without touching any other build of it. */
  static build(name: 'todo' | 'accounts'): BuiltExample {
    const example = new BuiltExample(name, mkdtempSync(join(tmpdir(), `tenon-bench-${name}-`)))
    example.#copySources()
    example.#run('npm', ['run', 'build'], process.env)
    example.#run(process.execPath, [example.file, 'migrate'], example.environment(1))
    return example
  }

  /** Its sources. */
  get folder(): string {
    return join(this.#folder, 'examples', this.#name)
  }

  /** The file to start; it needs nothing but Node. */
  get file(): string {
    return join(this.folder, 'build/main.js')
  }

  /** The client's files, named by their content hashes. */
  get assetsFolder(): string {
    return join(this.folder, 'build/public/assets')
  }

  /** The production environment. */
  environment(port: number): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      APP_ENV: 'production',
      APP_KEY: 'a key of the benchmark, of 32 bytes at least',
      APP_URL: 'https://example.com',
      MAIL_URL: 'smtp://127.0.0.1:1',
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: String(port),
      DATABASE_URL: `sqlite:${join(this.#folder, 'database.sqlite')}`,
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
      cwd: this.folder,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }

  #copySources(): void {
    const filter = (path: string): boolean => !/\/(?:node_modules|build)$/.test(path)
    cpSync(join(root, 'examples', this.#name), this.folder, { recursive: true, filter })
    cpSync(join(root, 'tsconfig.base.json'), join(this.#folder, 'tsconfig.base.json'))
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'))
  }
}
