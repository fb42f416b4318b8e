/**
 * Finds the value that a path leads to: a map for paths without parameters, then a tree of segments.
 *
 * Fixed text beats a parameter, a parameter beats a wildcard, at every segment from the left. A node
 * is reached by one way only, so that even a path that fails late visits no node twice. Declared
 * paths are compared with decoded segments; a `/` that came as `%2F` stays within its segment.
 */
import { BadRequest } from '../support/http-error.ts'
import type { Segment } from './path-pattern.ts'

export interface Match<Value> {
  readonly value: Value
  /** The decoded values of the parameters, in the order of the pattern. */
  readonly parameters: readonly string[]
}

export interface Matcher<Value> {
  /** Finds a path that was normalized by `toMatchPath`. */
  find(path: string): Match<Value> | undefined
}

/** Builds the structure, once, at boot. */
export function createMatcher<Value>(
  entries: readonly { readonly segments: readonly Segment[]; readonly value: Value }[],
): Matcher<Value> {
  const fixedPaths = new Map<string, Match<Value>>()
  const root = createNode<Value>()
  for (const { segments, value } of entries) {
    if (segments.every((segment) => segment.kind === 'fixed')) {
      fixedPaths.set(`/${segments.map(({ text }) => text).join('/')}`, { value, parameters: none })
    } else {
      insert(root, segments, value)
    }
  }
  return { find: (path) => fixedPaths.get(path) ?? search(root, path) }
}

/**
 * Decodes a path for matching: each segment once, an encoded slash kept apart as NUL, which no path
 * may contain. Throws `BadRequest` for a malformed escape or a NUL.
 */
export function toMatchPath(path: string): string {
  const matchPath = parseMatchPath(path)
  if (matchPath === undefined) throw new BadRequest('The path holds a malformed escape')
  return matchPath
}

/** The same for a path that somebody else wrote, such as a referrer: `undefined`, never an error. */
export function parseMatchPath(path: string): string | undefined {
  if (!path.includes('%')) return path
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment))
    if (segments.some((segment) => segment.includes(encodedSlash))) return undefined
    return segments.map((segment) => segment.replaceAll('/', encodedSlash)).join('/')
  } catch {
    // Only decodeURIComponent throws here: an escape is malformed, or is no UTF-8.
    return undefined
  }
}

const none: readonly string[] = []
const encodedSlash = '\0'

interface Node<Value> {
  readonly fixed: Map<string, Node<Value>>
  parameter: Node<Value> | undefined
  wildcard: Leaf<Value> | undefined
  end: Leaf<Value> | undefined
}

interface Leaf<Value> {
  readonly value: Value
}

function createNode<Value>(): Node<Value> {
  return { fixed: new Map(), parameter: undefined, wildcard: undefined, end: undefined }
}

function insert<Value>(root: Node<Value>, segments: readonly Segment[], value: Value): void {
  let node = root
  for (const segment of segments) {
    if (segment.kind === 'wildcard') {
      node.wildcard = { value }
      return
    }
    node = segment.kind === 'fixed' ? fixedChild(node, segment.text) : parameterChild(node)
  }
  node.end = { value }
}

function fixedChild<Value>(node: Node<Value>, text: string): Node<Value> {
  const existing = node.fixed.get(text)
  if (existing !== undefined) return existing
  const child = createNode<Value>()
  node.fixed.set(text, child)
  return child
}

function parameterChild<Value>(node: Node<Value>): Node<Value> {
  return (node.parameter ??= createNode<Value>())
}

function search<Value>(root: Node<Value>, path: string): Match<Value> | undefined {
  const parameters: string[] = []
  const found = walk(root, path, 1, parameters)
  return found === undefined ? undefined : { value: found.value, parameters }
}

/** Walks on from the segment that starts at `from`; what a failed branch has taken is dropped. */
function walk<Value>(
  node: Node<Value>,
  path: string,
  from: number,
  parameters: string[],
): Leaf<Value> | undefined {
  const slash = path.indexOf('/', from)
  const segment = slash === -1 ? path.slice(from) : path.slice(from, slash)
  const taken = parameters.length
  const enter = (child: Node<Value>): Leaf<Value> | undefined =>
    slash === -1 ? child.end : walk(child, path, slash + 1, parameters)

  const fixed = node.fixed.get(segment)
  const byText = fixed && enter(fixed)
  if (byText !== undefined) return byText

  if (node.parameter !== undefined && isValue(segment)) {
    parameters.push(toValue(segment))
    const byParameter = enter(node.parameter)
    if (byParameter !== undefined) return byParameter
    parameters.length = taken
  }

  const rest = path.slice(from)
  if (node.wildcard === undefined || !isWildcardValue(rest)) return undefined
  parameters.push(rest)
  return node.wildcard
}

/** An empty segment and a dot segment are never folded, and never a value either. */
function isValue(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..'
}

function toValue(segment: string): string {
  return segment.includes(encodedSlash) ? segment.replaceAll(encodedSlash, '/') : segment
}

/** A wildcard names things below something: nothing in it may climb, by any spelling of a slash. */
function isWildcardValue(rest: string): boolean {
  if (rest.includes(encodedSlash) || rest.includes('\\')) return false
  return rest.split('/').every(isValue)
}
