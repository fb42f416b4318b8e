import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './command.ts'
import { findImports } from './imports.ts'

/**
 * The files that match the patterns and import one of `modules`, directly or through other files. Paths are relative to
 * the workspace. Imports through a file of `besides` do not count.
 */
export function findImporting(
  patterns: readonly string[],
  modules: readonly string[],
  besides: readonly string[] = [],
): readonly string[] {
  return globSync(patterns, { cwd: root })
    .filter((file) => isImporting(file, new Set(modules), new Set(besides)))
    .toSorted()
}

function isImporting(
  file: string,
  modules: ReadonlySet<string>,
  seen: ReadonlySet<string>,
): boolean {
  // The loop also visits the paths that it adds.
  const reached = new Set([file])
  for (const path of reached) {
    for (const imported of importsOf(path)) {
      if (modules.has(imported)) return true
      if (!seen.has(imported)) reached.add(imported)
    }
  }
  return false
}

const imports = new Map<string, readonly string[]>()

function importsOf(path: string): readonly string[] {
  const known = imports.get(path) ?? readImports(path)
  imports.set(path, known)
  return known
}

function readImports(path: string): readonly string[] {
  return findImports(readFileSync(join(root, path), 'utf8'))
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => join(dirname(path), specifier))
    .filter((imported) => /\.tsx?$/.test(imported) && existsSync(join(root, imported)))
}

/** The files, and all files that they import by a relative path, directly or through other files. */
export function reach(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files)
  // The loop also visits the paths that it adds.
  for (const file of reached) {
    for (const { specifier } of findImports(readFileSync(file, 'utf8'))) {
      if (specifier.startsWith('.')) reached.add(join(dirname(file), specifier))
    }
  }
  return reached
}
