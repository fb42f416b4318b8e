/**
 * One path matcher per request method. A route may be in several: one declared with `get()` also
 * answers HEAD, one declared with `any()` every method. Of two routes with the same shape, the one
 * declared for the method itself wins.
 */
import type { TreeEntry } from './build-path-tree.ts'
import { createMatcher, type Match, type Matcher } from './matcher.ts'
import { toShape, type PathPattern } from '../path-pattern.ts'
import type { Method } from '../route.ts'

/** A route, reduced to what matching needs. */
export interface MethodEntry<Value> {
  readonly method: Method
  readonly pattern: PathPattern
  readonly value: Value
}

export interface MethodMatchers<Value> {
  /** Finds a path exactly as sent. Throws `BadRequest` for a malformed escape or a NUL. */
  find(method: string, path: string): Match<Value> | undefined
  /** Returns the methods a path answers, as listed in `Allow`; empty if no route has the path. */
  methodsOf(path: string): readonly string[]
  /** Checks whether a path answers GET; never throws. */
  hasPage(path: string): boolean
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

/** Builds the matchers, once, at boot. */
export function createMethodMatchers<Value>(
  entries: readonly MethodEntry<Value>[],
): MethodMatchers<Value> {
  const matchers = new Map<string, Matcher<Value>>()
  // A path that no method answers, the usual one without a route, is searched for once.
  const anyMethod = createMatcher(entries.map(toTreeEntry))
  for (const [method, declared] of answering) {
    const matcher = toMatcher(entries, declared)
    if (matcher !== undefined) matchers.set(method, matcher)
  }

  return {
    find: (method, path) => matchers.get(method)?.find(path),
    hasPage: (path) => matchers.get('GET')?.has(path) ?? false,
    methodsOf(path) {
      if (anyMethod.find(path) === undefined) return noMethods
      const methods = [...matchers].flatMap(([method, matcher]) =>
        matcher.find(path) === undefined ? [] : [method],
      )
      if (methods.length === 0 || methods.includes('OPTIONS')) return methods
      return [...methods, 'OPTIONS']
    },
  }
}

/** Routes of the same shape answer the same paths: the first one wins. */
function toMatcher<Value>(
  entries: readonly MethodEntry<Value>[],
  declared: readonly Method[],
): Matcher<Value> | undefined {
  const byShape = new Map<string, MethodEntry<Value>>()
  for (const method of declared) {
    for (const entry of entries) {
      const shape = toShape(entry.pattern)
      if (entry.method === method && !byShape.has(shape)) byShape.set(shape, entry)
    }
  }
  if (byShape.size === 0) return undefined
  return createMatcher([...byShape.values()].map(toTreeEntry))
}

function toTreeEntry<Value>({ pattern, value }: MethodEntry<Value>): TreeEntry<Value> {
  return { segments: pattern.segments, value }
}

const noMethods: readonly string[] = []
