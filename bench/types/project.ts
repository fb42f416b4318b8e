import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Application, Generator } from './application.ts'

/** The file with a mistake, in an otherwise correct application. */
export const mistakeFile = 'mistake.ts'

/** An application on disk, with everything that its framework generates for it. */
export class Project {
  readonly folder: string
  generateMs = 0
  generatedBytes = 0

  private constructor(folder: string) {
    this.folder = folder
  }

  static write(application: Application, routeCount: number): Project {
    const project = new Project(
      join(import.meta.dirname, '.tmp', application.name, `${routeCount}`),
    )
    rmSync(project.folder, { recursive: true, force: true })
    const resources = Array.from({ length: routeCount / routesOfResource }, (_, i) => toName(i))
    const files = application.toFiles(resources)
    for (const [path, text] of Object.entries(files)) project.#write(path, text)
    project.#write('tsconfig.json', JSON.stringify(toConfig(application)))
    if (application.generate !== undefined) project.#generate(application.generate)
    return project
  }

  /**
   * Writes a file with a mistake, replacing the previous one; a valid file if it is impossible
   * here.
   */
  writeMistake(text = 'export {}'): void {
    this.#write(mistakeFile, text)
  }

  #write(path: string, text: string): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  #generate({ name, args, folders }: Generator): void {
    const startedAt = performance.now()
    const { status, stdout } = spawnSync(process.execPath, args, {
      cwd: this.folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${name} failed:\n${stdout}`)
    this.generateMs = performance.now() - startedAt
    const files = folders.flatMap((folder) =>
      globSync(`${folder}/**/*.ts`, { cwd: this.folder }).map((file) => join(this.folder, file)),
    )
    this.generatedBytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  }
}

const routesOfResource = 10

/** Letters only: AdonisJS writes names with digits in two ways. */
function toName(index: number): string {
  return `thing${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`
}

function toConfig({ compilerOptions, generate }: Application): object {
  return {
    extends: '../../../../../tsconfig.base.json',
    compilerOptions: {
      customConditions: [],
      noPropertyAccessFromIndexSignature: false,
      ...compilerOptions,
    },
    // The pattern for all files skips folders whose names begin with a dot.
    include: ['**/*', ...(generate?.folders ?? []).map((folder) => `${folder}/**/*`)],
  }
}
