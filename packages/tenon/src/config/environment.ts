import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** Variables by name, from the process's environment and the environment files. */
export type Environment = ReadonlyMap<string, string>

/**
 * Reads the environment: the process's own variables win over `.env.{APP_ENV}.local`, then
 * `.env.{APP_ENV}`, `.env.local` and `.env` of `folder`. A variable of no characters counts as unset.
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
  try {
    return parseEnv(readFileSync(join(folder, name), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
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
