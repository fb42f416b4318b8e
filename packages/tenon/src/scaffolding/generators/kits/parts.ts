import { posix } from 'node:path'
import type { NewFile } from '../plan.ts'
import type { Library } from '../../templates/page-files.ts'
import { readKit } from './kit-files.ts'

/** The components in `resources/components/parts`, which applications share with Tenon's own pages. */
export function readParts(library: Library): readonly NewFile[] {
  return Object.entries(readKit(`parts-${library}`)).map(([path, text]) => ({
    path,
    text,
    isShared: true,
  }))
}

/** Adds the parts that these files import, and the style sheet of those that have one. */
export function withParts(files: readonly NewFile[], library: Library): readonly NewFile[] {
  const parts = readParts(library)
  const used = parts.filter((part) => files.some((file) => imports(file, part)))
  const styles = parts.filter((part) => used.some((file) => imports(file, part)))
  return [...files, ...used, ...styles]
}

function imports({ path, text }: NewFile, part: NewFile): boolean {
  return [...text.matchAll(importedPaths)].some(
    ([, name = '']) => posix.join(posix.dirname(path), name) === part.path,
  )
}

/** The relative paths that a module or a component imports. */
export const importedPaths = /\b(?:from |import |import\()['"](\.[^'"\n]+)['"]/g
