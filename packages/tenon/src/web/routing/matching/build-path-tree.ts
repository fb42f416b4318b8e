import type { Segment } from '../path-pattern.ts'
import type { Leaf, PathTree } from './path-tree.ts'

/** A declared path and its value. */
export interface TreeEntry<Value> {
  readonly segments: readonly Segment[]
  readonly value: Value
}

/** Builds the tree, once, at boot. */
export function buildPathTree<Value>(entries: readonly TreeEntry<Value>[]): PathTree<Value> {
  const branches = entries.map(({ segments, value }) => ({ pieces: toPieces(segments), value }))
  return toNode(branches, { text: '', depth: 0 })
}

/** The remainder of a declared path below a node. */
interface Branch<Value> {
  readonly pieces: readonly Piece[]
  readonly value: Value
}

/** Adjacent fixed segments form one piece, including the slashes around them. */
type Piece = string | Exclude<Segment, { readonly kind: 'fixed' }>

function toPieces(segments: readonly Segment[]): readonly Piece[] {
  const pieces: Piece[] = []
  let text = ''
  for (const segment of segments) {
    if (segment.kind === 'fixed') {
      text += `/${segment.text}`
    } else {
      pieces.push(`${text}/`, segment)
      text = ''
    }
  }
  if (segments.length === 0) return ['/']
  return text === '' ? pieces : [...pieces, text]
}

interface Place<Value> {
  readonly text: string
  readonly depth: number
  readonly sibling?: PathTree<Value> | undefined
}

function toNode<Value>(branches: readonly Branch<Value>[], place: Place<Value>): PathTree<Value> {
  const { text, depth, sibling } = place
  const texts: TextBranch<Value>[] = []
  const parameters: Branch<Value>[] = []
  let wildcard: Leaf<Value> | undefined
  let end: Leaf<Value> | undefined
  for (const { pieces, value } of branches) {
    const [first, ...rest] = pieces
    if (first === undefined) end = { value }
    else if (typeof first === 'string') texts.push({ text: first, rest, value })
    else if (first.kind === 'parameter') parameters.push({ pieces: rest, value })
    else wildcard = { value }
  }
  const parameter =
    parameters.length === 0 ? undefined : toNode(parameters, { text: '', depth: depth + 1 })
  return {
    codes: Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)),
    depth,
    children: toChildren(texts, depth),
    sibling,
    parameter,
    wildcard,
    isClosed: parameter === undefined && wildcard === undefined,
    end,
  }
}

/** A branch that continues with text. */
interface TextBranch<Value> {
  readonly text: string
  readonly rest: readonly Piece[]
  readonly value: Value
}

/** The table's length is a power of two, so the low bits of a character code can index it. */
function toChildren<Value>(
  branches: readonly TextBranch<Value>[],
  depth: number,
): PathTree<Value>['children'] {
  const groups = Map.groupBy(branches, ({ text }) => text.charCodeAt(0))
  const size = Math.max(1, 2 ** Math.ceil(Math.log2(groups.size)))
  const table = Array<PathTree<Value> | undefined>(size).fill(undefined)
  for (const [code, group] of groups) {
    const slot = code & (size - 1)
    table[slot] = toChild(group, { depth, sibling: table[slot] })
  }
  return table
}

function toChild<Value>(
  group: readonly TextBranch<Value>[],
  place: Omit<Place<Value>, 'text'>,
): PathTree<Value> {
  const text = group.map((branch) => branch.text).reduce(toCommonStart)
  const branches = group.map(({ text: whole, rest, value }) => {
    const left = whole.slice(text.length)
    return { pieces: left === '' ? rest : [left, ...rest], value }
  })
  return toNode(branches, { ...place, text })
}

function toCommonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}
