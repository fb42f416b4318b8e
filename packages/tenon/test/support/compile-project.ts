import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { againstDeclarations } from './declarations.ts'

const workspace = join(import.meta.dirname, '../../../..')

/** The compilers that applications use: the checkers of Vue and Svelte need version 6. */
export const compilers = {
  'TypeScript 7': join(workspace, 'node_modules/typescript/bin/tsc'),
  'TypeScript 6': join(workspace, 'node_modules/typescript-6/bin/tsc'),
} as const

export type CompilerName = keyof typeof compilers

export const compilerNames: readonly CompilerName[] = ['TypeScript 7', 'TypeScript 6']

/** Version 7 checks some types again in each thread, and other tests need the cores. Version 6 has one thread. */
function inOneThread(compiler: CompilerName): readonly string[] {
  return compiler === 'TypeScript 7' ? ['--singleThreaded'] : []
}

/** With this much space for new objects, version 6 needs a tenth less CPU. */
const largeNewSpace = '--max-semi-space-size=128'

/** Compiler options of applications: a bundler's resolution, and the DOM for pages. */
export const applicationOptions = {
  module: 'preserve',
  moduleResolution: 'bundler',
  lib: ['es2024', 'dom'],
}

/** The settings of a project in a folder that `compileProject` writes. */
export function toSettings(compilerOptions: object, rest: object = { include: ['.'] }): string {
  const base = join(workspace, 'tsconfig.base.json')
  return JSON.stringify({
    extends: base,
    compilerOptions: { ...againstDeclarations(), ...compilerOptions },
    ...rest,
  })
}

/** Writes the files and returns the compiler's errors; an empty text if there are no errors. */
export function compileProject(
  files: Readonly<Record<string, string>>,
  compiler: CompilerName = 'TypeScript 7',
  args: readonly string[] = ['-p', '.'],
): string {
  // Inside the workspace, so that `tenon` resolves as it does for the examples.
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  using folder = mkdtempDisposableSync(join(workspace, '.tmp/project-'))
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const { stdout } = spawnSync(
    process.execPath,
    [largeNewSpace, compilers[compiler], ...args, ...inOneThread(compiler), '--pretty', 'false'],
    { cwd: folder.path, encoding: 'utf8' },
  )
  return stdout
}

/** The files of an application of one file. */
export function toFiles(text: string): Readonly<Record<string, string>> {
  const options = { ...applicationOptions, noUnusedLocals: false }
  return { 'main.ts': text, 'tsconfig.json': toSettings(options) }
}

/** Appends lines to an application of one file, and returns the compiler's errors for each line. */
export function compileLines(
  application: string,
  lines: readonly string[],
  compiler?: CompilerName,
): readonly string[] {
  const stdout = compileProject(toFiles(application + lines.join('\n')), compiler)
  const errors = stdout.replaceAll('\\"', '"').split(/\n(?=\S)/)
  const first = application.split('\n').length
  return lines.map((_, i) => {
    const place = `main.ts(${first + i},`
    return errors.filter((error) => error.startsWith(place)).join('\n')
  })
}
