/**
 * Finds the value for a path.
 *
 * Declared paths are compared with decoded segments. Few requested paths contain an escape, so a
 * path is first searched for as it was sent, and segments with a `%` do not count as values: a
 * match found this way did not need decoding. Only if nothing is found and the path contains a `%`
 * is it decoded and searched for again.
 */
import { BadRequest } from '../../../base/support/http-error.ts'
import { buildPathTree, type TreeEntry } from './build-path-tree.ts'
import { parseMatchPath, unmark } from './match-path.ts'
import { searchPath, type PathTree } from './path-tree.ts'

export interface Match<Value> {
  readonly value: Value
  /** The decoded parameter values, in the order of the pattern. */
  readonly parameters: readonly string[]
}

export interface Matcher<Value> {
  /** Finds a path exactly as sent. Throws `BadRequest` for a malformed escape or a NUL. */
  find(path: string): Match<Value> | undefined
  /** Checks whether a path matches, even one from an untrusted source: never throws. */
  has(path: string): boolean
}

/** Builds the matcher, once, at boot. */
export function createMatcher<Value>(entries: readonly TreeEntry<Value>[]): Matcher<Value> {
  const tree = buildPathTree(entries)
  return {
    find(path) {
      const match = searchPath(tree, path, 0)
      if (match !== undefined || !path.includes('%')) return match

      const decoded = parseMatchPath(path)
      if (decoded === undefined) throw new BadRequest('The path contains a malformed escape')
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
