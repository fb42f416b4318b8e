import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { SetupError } from '../../base/support/setup-error.ts'

/** Variables by name, from the process's environment and the environment files. */
export type Environment = ReadonlyMap<string, string>

/**
 * Reads the environment from the process's variables and the environment files in `folder`.
 *
 * The process's variables take precedence over `.env.{APP_ENV}.local`, then `.env.{APP_ENV}`,
 * `.env.local` and `.env`. An empty variable counts as unset. Throws `E_ENVIRONMENT` for a file
 * that exists but cannot be read.
 */
export function readEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  folder: string,
): Environment {
  const base = merge([readFile(folder, '.env'), readFile(folder, '.env.local'), own])
  const name = base.get('APP_ENV') ?? defaultName
  if (!/^[\w-]+$/.test(name)) return base
  return merge([
    readFile(folder, '.env'),
    readFile(folder, '.env.local'),
    readFile(folder, `.env.${name}`),
    readFile(folder, `.env.${name}.local`),
    own,
  ])
}

/** The environment of a child process: this process's variables, and the given ones. */
export function withEnvironment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables }
}

/** Sets variables of this process, which then take precedence over the environment files. */
export function setVariables(variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) process.env[name] = value
  }
}

/** Runs `work` and restores `NODE_ENV` afterwards: Vite's build sets it for the whole process. */
export async function keepNodeEnv<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env['NODE_ENV']
  try {
    return await work()
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV')
    else process.env['NODE_ENV'] = before
  }
}

/** The environment's name if `APP_ENV` is not set. */
export const defaultName = 'local'

type Variables = Readonly<Record<string, string | undefined>>

function readFile(folder: string, name: string): Variables {
  const path = join(folder, name)
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT') return {}
    throw new SetupError(
      'E_ENVIRONMENT',
      `The environment file "${path}" cannot be read (${String(code)}). Let this process's user read it, or remove it.`,
      { cause },
    )
  }
}

/** Merges variables; later ones replace earlier ones. */
function merge(sources: readonly Variables[]): Map<string, string> {
  const merged = new Map<string, string>()
  for (const [name, value] of sources.flatMap((source) => Object.entries(source))) {
    if (value !== undefined && value !== '') merged.set(name, value)
  }
  return merged
}

/**
 * Makes the bundler return its memory: for dependencies it needs a few hundred megabytes for a moment. Its allocator,
 * mimalloc, reads these variables when the bundler is loaded. Otherwise it would keep all of it in huge pages.
 */
export function limitBundlerMemory(): void {
  process.env['MIMALLOC_ALLOW_THP'] ??= '0'
  process.env['MIMALLOC_PURGE_DELAY'] ??= '0'
}

/**
 * Makes V8 return the memory of earlier reloads. By default, loading lets the space for new objects grow from 2 to 64
 * MB, which V8 keeps, and V8 clears the old space only once it has tripled: `tenon dev` needed 350 MB after 200 reloads
 * and still grew. Does nothing if Node was started with a size for new objects.
 */
export function keepHeapSmall(): void {
  const options = [...process.execArgv, process.env['NODE_OPTIONS']].join(' ')
  if (/semi[-_]space/.test(options)) return
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
}
