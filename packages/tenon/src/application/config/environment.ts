import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { SetupError } from '../support/setup-error.ts'

/** Variables by name, from the process's environment and the environment files. */
export type Environment = ReadonlyMap<string, string>

/**
 * Reads the environment: the process's own variables win over `.env.{APP_ENV}.local`, then
 * `.env.{APP_ENV}`, `.env.local` and `.env` of `folder`. A variable of no characters counts as unset.
 * Throws `E_ENVIRONMENT` for a file that is there and cannot be read.
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

/** The name of an environment that says nothing of itself. */
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

/** Later variables replace earlier ones. */
function merge(sources: readonly Variables[]): Map<string, string> {
  const merged = new Map<string, string>()
  for (const [name, value] of sources.flatMap((source) => Object.entries(source))) {
    if (value !== undefined && value !== '') merged.set(name, value)
  }
  return merged
}
