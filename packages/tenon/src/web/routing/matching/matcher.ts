/**
 * Finds the value for a path, and for a request method.
 *
 * Declared paths are compared with decoded segments. Few requested paths contain an escape, so a
 * path is first searched for as it was sent, and segments with a `%` do not count as values: a
 * match found this way did not need decoding. Only if nothing is found and the path contains a `%`
 * is it decoded and searched for again.
 */
import { BadRequest } from '../../../base/support/http-error.ts'
import { once } from '../../../base/support/once.ts'
import { toShape, type PathPattern } from '../path-pattern.ts'
import type { Method } from '../route.ts'
import { buildPathTree } from './build-path-tree.ts'
import { parseMatchPath, unmark } from './match-path.ts'
import { searchPath, type PathTree } from './path-tree.ts'

export interface Match<Value> {
  readonly value: Value
  /** The decoded parameter values, in the order of the pattern. */
  readonly parameters: readonly string[]
}

export interface Matcher<Value> {
  /** Finds a path exactly as sent. Throws `BadRequest` for a malformed escape or a NUL. */
  find(method: string, path: string): Match<Value> | undefined
  /** Returns the methods a path answers, as listed in `Allow`; empty if no route has the path. */
  methodsOf(path: string): readonly string[]
  /** Finds a path that answers GET, even one from an untrusted source with a malformed escape: never throws. */
  findPage(path: string): Match<Value> | undefined
}

/** A route, reduced to what matching needs. */
export interface MatchedEntry<Value> {
  readonly method: Method
  readonly pattern: PathPattern
  readonly value: Value
}

/**
 * Builds one tree of paths for each request method, once, at boot. GET and HEAD share a tree if no HEAD route is
 * declared. A route may be in several trees: one declared with `get()` also answers HEAD, one declared with `any()`
 * every method. Of two routes with the same shape, the one declared for the method itself wins.
 */
export function createMatcher<Value>(entries: readonly MatchedEntry<Value>[]): Matcher<Value> {
  const trees = new Map<string, PathTree<Value>>()
  // Searched first: most paths without a route have none for any method, so one search is enough.
  const anyMethod = once(() => toTree(entries))
  const hasOwnHead = entries.some(({ method }) => method === 'HEAD')
  for (const [method, declared] of answering) {
    const answered = entriesOf(declared, entries)
    if (answered.length === 0) continue
    const same = method === 'HEAD' && !hasOwnHead ? trees.get('GET') : undefined
    trees.set(method, same ?? toTree(answered))
  }

  return {
    find(method, path) {
      const tree = trees.get(method)
      return tree && findIn(tree, path)
    },
    findPage(path) {
      const tree = trees.get('GET')
      const isDecodable = !path.includes('%') || parseMatchPath(path) !== undefined
      return isDecodable ? tree && findIn(tree, path) : undefined
    },
    methodsOf(path) {
      if (findIn(anyMethod(), path) === undefined) return noMethods
      const methods = [...trees].flatMap(([method, tree]) =>
        findIn(tree, path) === undefined ? [] : [method],
      )
      if (methods.length === 0 || methods.includes('OPTIONS')) return methods
      return [...methods, 'OPTIONS']
    },
  }
}

/** The declared methods that answer each request method, most specific first. */
const answering: readonly (readonly [method: string, declared: readonly Method[]])[] = [
  ['GET', ['GET', 'ANY']],
  ['HEAD', ['HEAD', 'GET', 'ANY']],
  ['POST', ['POST', 'ANY']],
  ['PUT', ['PUT', 'ANY']],
  ['PATCH', ['PATCH', 'ANY']],
  ['DELETE', ['DELETE', 'ANY']],
  ['OPTIONS', ['OPTIONS', 'ANY']],
]

function findIn<Value>(tree: PathTree<Value>, path: string): Match<Value> | undefined {
  const match = searchPath(tree, path, 0)
  if (match !== undefined || !path.includes('%')) return match

  const decoded = parseMatchPath(path)
  if (decoded === undefined) throw new BadRequest('The path contains a malformed escape')
  const found = searchPath(tree, decoded, 0)
  return found && { value: found.value, parameters: found.parameters.map(unmark) }
}

/** Routes of the same shape answer the same paths: the first one wins. */
function entriesOf<Value>(
  declared: readonly Method[],
  entries: readonly MatchedEntry<Value>[],
): readonly MatchedEntry<Value>[] {
  const found = declared.flatMap((method) => entries.filter((entry) => entry.method === method))
  return [...new Map(found.toReversed().map((entry) => [toShape(entry.pattern), entry])).values()]
}

function toTree<Value>(entries: readonly MatchedEntry<Value>[]): PathTree<Value> {
  return buildPathTree(entries.map(({ pattern, value }) => ({ ...pattern, value })))
}

const noMethods: readonly string[] = []
