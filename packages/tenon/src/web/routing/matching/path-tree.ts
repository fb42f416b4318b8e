/**
 * A radix tree of declared paths.
 *
 * A node's text is the common prefix of all paths below it. Siblings never start with the same
 * character, so there is only one way to reach a node, and even a path that fails late visits no
 * node twice. At every segment from the left, fixed text beats a parameter, and a parameter beats a
 * wildcard.
 *
 * Nothing is sliced from a path before it is known to match: the search compares character codes
 * and fills in the parameter values on its way back from the leaf, last to first. It never reads a
 * character code beyond the end of the path, because V8 would deoptimize the loop.
 */
import { encodedSlash } from './match-path.ts'

export interface PathTree<Value> {
  /** The character codes that lead to this node; empty after a parameter. */
  readonly codes: readonly number[]
  /** The number of parameters on the way to this node. */
  readonly depth: number
  /**
   * Indexed by the low bits of their first code; children with the same bits are linked as
   * siblings.
   */
  readonly children: readonly (PathTree<Value> | undefined)[]
  readonly sibling: PathTree<Value> | undefined
  /** The node after a whole segment that is taken as a value. */
  readonly parameter: PathTree<Value> | undefined
  readonly wildcard: Leaf<Value> | undefined
  /** Whether only text can follow. */
  readonly isClosed: boolean
  readonly end: Leaf<Value> | undefined
}

export interface Leaf<Value> {
  readonly value: Value
}

interface Found<Value> {
  readonly value: Value
  readonly parameters: string[]
}

/** Finds the value for `path`, starting at `from`, below `tree`. */
export function searchPath<Value>(
  tree: PathTree<Value>,
  path: string,
  from: number,
): Found<Value> | undefined {
  let node = tree
  let at = from
  while (at < path.length) {
    const child = findChild(node, path, at)
    if (!node.isClosed) {
      const found = child && searchPath(child, path, at + child.codes.length)
      return found ?? searchParameter(node, path, at) ?? searchWildcard(node, path, at)
    }
    if (child === undefined) return undefined
    at += child.codes.length
    node = child
  }
  return node.end && toFound(node.end, node.depth)
}

/** Returns the child whose text is at position `at`. */
function findChild<Value>(
  { children }: PathTree<Value>,
  path: string,
  at: number,
): PathTree<Value> | undefined {
  const code = path.charCodeAt(at)
  let child = children[code & (children.length - 1)]
  while (child !== undefined && child.codes[0] !== code) child = child.sibling
  if (child === undefined) return undefined

  const { codes } = child
  if (codes.length > path.length - at) return undefined
  for (let i = 1; i < codes.length; i++) {
    if (codes[i] !== path.charCodeAt(at + i)) return undefined
  }
  return child
}

function searchParameter<Value>(
  { parameter, depth }: PathTree<Value>,
  path: string,
  at: number,
): Found<Value> | undefined {
  if (parameter === undefined) return undefined
  const end = findSegmentEnd(path, at)
  if (!isValue(path, at, end)) return undefined

  const found = searchPath(parameter, path, end)
  if (found !== undefined) found.parameters[depth] = path.slice(at, end)
  return found
}

function searchWildcard<Value>(
  { wildcard, depth }: PathTree<Value>,
  path: string,
  at: number,
): Found<Value> | undefined {
  if (wildcard === undefined || !isWildcardValue(path, at)) return undefined
  const found = toFound(wildcard, depth + 1)
  found.parameters[depth] = path.slice(at)
  return found
}

/** Creates the result with room for its parameter values, which are filled in on the way back. */
function toFound<Value>({ value }: Leaf<Value>, count: number): Found<Value> {
  return { value, parameters: Array<string>(count) }
}

const percent = 0x25
const dot = 0x2e
const slash = 0x2f

/** Returns the end of the segment, or `start` if it contains an escape and is not a value yet. */
function findSegmentEnd(path: string, start: number): number {
  for (let i = start; i < path.length; i++) {
    const code = path.charCodeAt(i)
    if (code === slash) return i
    if (code === percent) return start
  }
  return path.length
}

/** Empty segments and dot segments are never normalized, and are never values either. */
function isValue(path: string, start: number, end: number): boolean {
  if (end === start) return false
  if (path.charCodeAt(start) !== dot || end > start + 2) return true
  return end === start + 2 && path.charCodeAt(start + 1) !== dot
}

/**
 * A wildcard refers to something below a folder, so its value must not climb, however a slash is
 * written.
 */
function isWildcardValue(path: string, from: number): boolean {
  let at = from
  while (at < path.length) {
    const end = findSegmentEnd(path, at)
    if (!isValue(path, at, end)) return false
    at = end + 1
  }
  const endsInValue = at > path.length
  return endsInValue && !path.includes('\\', from) && !path.includes(encodedSlash, from)
}
