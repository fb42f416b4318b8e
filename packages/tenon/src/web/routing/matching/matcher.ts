/**
 * Finds the value that a path leads to.
 *
 * Declared paths are compared with decoded segments. Hardly any path that comes has an escape, so a
 * path is searched for as it was sent first, where no segment with a `%` is taken for a value: what
 * is found that way needed no decoding. Only when nothing is found, and there is a `%`, is the path
 * decoded and searched for once more.
 */
import { BadRequest } from '../support/http-error.ts'
import { buildPathTree, type TreeEntry } from './build-path-tree.ts'
import { parseMatchPath, unmark } from './match-path.ts'
import { searchPath, type PathTree } from './path-tree.ts'

export interface Match<Value> {
  readonly value: Value
  /** The decoded values of the parameters, in the order of the pattern. */
  readonly parameters: readonly string[]
}

export interface Matcher<Value> {
  /** Finds a path as it was sent. Throws `BadRequest` for a malformed escape or a NUL. */
  find(path: string): Match<Value> | undefined
  /** Whether a path leads anywhere, also one that somebody else wrote: never throws. */
  has(path: string): boolean
}

/** Builds the structure, once, at boot. */
export function createMatcher<Value>(entries: readonly TreeEntry<Value>[]): Matcher<Value> {
  const tree = buildPathTree(entries)
  return {
    find(path) {
      const match = searchPath(tree, path, 0)
      if (match !== undefined || !path.includes('%')) return match

      const decoded = parseMatchPath(path)
      if (decoded === undefined) throw new BadRequest('The path holds a malformed escape')
      return findDecoded(tree, decoded)
    },
    has(path) {
      if (!path.includes('%')) return searchPath(tree, path, 0) !== undefined
      const decoded = parseMatchPath(path)
      return decoded !== undefined && searchPath(tree, decoded, 0) !== undefined
    },
  }
}

function findDecoded<Value>(tree: PathTree<Value>, path: string): Match<Value> | undefined {
  const match = searchPath(tree, path, 0)
  return match && { value: match.value, parameters: match.parameters.map(unmark) }
}
