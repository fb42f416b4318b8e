import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from './project.ts'

const root = join(import.meta.dirname, '../..')

export interface Compiler {
  readonly name: string
  readonly args: readonly string[]
}

/** Both run with Node's default stack. */
export const compilers: readonly [Compiler, Compiler] = [
  toCompiler('typescript', ['--singleThreaded']),
  toCompiler('typescript-6', []),
]

/** The compiler's report about a program. */
export interface Compilation {
  readonly errors: readonly string[]
  /** Why the compiler crashed, if it did. */
  readonly crash: string | undefined
  readonly instantiations: number
  readonly types: number
  readonly checkMs: number
}

/** Compiles in a single thread, so that the time measures the work. */
export function compile(compiler: Compiler, project: Project): Compilation {
  const args = [
    ...compiler.args,
    '-p',
    project.folder,
    '--extendedDiagnostics',
    '--pretty',
    'false',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const read = (label: string): number => {
    const value = new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]
    return value === undefined ? NaN : Number(value)
  }
  const isFinished = !Number.isNaN(read('Instantiations'))
  return {
    errors: [...stdout.matchAll(/^.*error TS.*$/gm)].map(([line]) => line),
    crash: isFinished ? undefined : (/^\w*Error: .*$/m.exec(stderr)?.[0] ?? 'no answer'),
    instantiations: read('Instantiations'),
    types: read('Types'),
    checkMs: read('Check time') * 1000,
  }
}

function toCompiler(packageName: string, options: readonly string[]): Compiler {
  const folder = join(root, 'node_modules', packageName)
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const args = [join(folder, 'bin/tsc'), ...options]
  return { name: `TypeScript ${version}`, args }
}
