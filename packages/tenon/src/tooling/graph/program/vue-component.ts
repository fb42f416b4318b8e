import type { Element } from './element.ts'
import { child, children } from './source-file.ts'
import { parseSource, type SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** The parts of a file that Vue's compiler finds and that are used here. */
export interface VueDescriptor {
  readonly script: ScriptPart | null
  readonly scriptSetup: ScriptPart | null
  readonly template: { readonly ast?: VueNode } | null
}

/** A script of a component, and its position. */
export interface ScriptPart {
  readonly content: string
  readonly loc: { readonly start: { readonly offset: number } }
}

interface VueNode {
  readonly type: number
  readonly tag?: string
  readonly props?: readonly VueProp[]
  readonly children?: readonly VueNode[]
  readonly content?: VueExpression | string
  readonly loc: VueLocation
}

interface VueProp {
  readonly type: number
  readonly name: string
  readonly value?: { readonly content: string }
  readonly arg?: VueExpression
  readonly exp?: VueExpression
}

interface VueExpression {
  readonly content: string
  readonly loc: VueLocation
}

interface VueLocation {
  readonly start: { readonly offset: number }
  readonly end: { readonly offset: number }
}

/** The elements and expressions of a Vue component. */
export interface VueTemplate {
  readonly elements: readonly Element[]
  readonly expressions: readonly SyntaxNode[]
}

/** The numbers in the tree of Vue's compiler for elements, and for attributes that are not directives. */
const [elementType, attributeType] = [1, 6]

/** Reads a component's template. Expressions keep their positions in the file. */
export function readVueTemplate({ template }: VueDescriptor, text: string): VueTemplate {
  const elements: Element[] = []
  const expressions: SyntaxNode[] = []
  const parse = (expression: VueExpression): SyntaxNode | undefined => {
    const node = parseAt(expression, text)
    if (node !== undefined) expressions.push(node)
    return node
  }
  const read = (node: VueNode): void => {
    if (node.type === elementType) elements.push(toElement(node, parse))
    else if (typeof node.content === 'object') parse(node.content)
    for (const inner of node.children ?? []) read(inner)
  }
  if (template?.ast !== undefined) read(template.ast)
  return { elements, expressions }
}

function toElement(
  { tag = '', props = [], loc }: VueNode,
  parse: (expression: VueExpression) => SyntaxNode | undefined,
): Element {
  const attributes = new Map<string, string | SyntaxNode | true>()
  let hasSpread = false
  for (const { type, name, value, arg, exp } of props) {
    const node = exp && parse(exp)
    if (exp !== undefined && (name === 'for' || name === 'slot')) parse(toParameters(exp))
    if (type === attributeType) attributes.set(name, value?.content ?? true)
    else if (name === 'bind' && arg === undefined) hasSpread = true
    else if (name === 'bind' && arg !== undefined) attributes.set(arg.content, node ?? true)
  }
  return { tag, attributes, hasSpread, start: loc.start.offset, end: loc.end.offset }
}

/** The names that `v-for="(link, i) in links"` and `v-slot="{ link }"` declare, as the parameters of a function. */
function toParameters({ content, loc }: VueExpression): VueExpression {
  const declared = content.replace(/\s(?:in|of)\s.*$/s, '').replace(/^\s*\((.*)\)\s*$/s, '$1')
  return { content: `(${declared}) => 0`, loc }
}

/** Parses an expression, in parentheses: otherwise the brace of an object would open a block. */
function parseAt({ content, loc }: VueExpression, text: string): SyntaxNode | undefined {
  const { offset } = loc.start
  const before = blank(text.slice(0, Math.max(offset - 1, 0)))
  const program = parseSource('expression.ts', `${before}(${content})`)
  return child(children(program, 'body')[0], 'expression')
}

/** The scripts of a component at their positions in the file, with everything else blank. */
export function toScriptText(scripts: readonly ScriptPart[], text: string): string {
  const parts = scripts.toSorted((one, other) => one.loc.start.offset - other.loc.start.offset)
  let written = ''
  for (const { content, loc } of parts) {
    written += blank(text.slice(written.length, loc.start.offset)) + content
  }
  return written + blank(text.slice(written.length))
}

/** Replaces all characters except line breaks by spaces. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}
