import type { Element } from './element.ts'
import { child, children, visit } from './source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

const kindsOfAttributes = new Set(['Attribute', 'BindDirective', 'UseDirective'])
const kinds = new Set(['RegularElement', 'Component', 'SvelteElement', 'SvelteComponent'])

/** The elements of a Svelte component, from the tree of its compiler, whose expressions are ESTree. */
export function readSvelteElements(tree: SyntaxNode): readonly Element[] {
  const elements: Element[] = []
  visit(tree, (node) => {
    if (kinds.has(node.type)) elements.push(toElement(node))
  })
  return elements
}

function toElement(node: SyntaxNode): Element {
  const attributes = children(node, 'attributes')
  return {
    tag: String(node['name']),
    attributes: new Map(
      attributes
        .filter(({ type }) => kindsOfAttributes.has(type))
        .map((each) => [toName(each), toValue(each)]),
    ),
    hasSpread: attributes.some(({ type }) => type === 'SpreadAttribute'),
    start: node.start,
    end: node.end,
  }
}

/** What an action does to an element is not told from an attribute by its name alone: `use:inertia`. */
function toName({ type, name }: SyntaxNode): string {
  return type === 'UseDirective' ? `use:${String(name)}` : String(name)
}

/** Text, `{expression}`, or a list of both if it was written in quotes. */
function toValue(attribute: SyntaxNode): string | SyntaxNode | true {
  const [part, ...more] = [child(attribute, 'value') ?? children(attribute, 'value')].flat()
  if (part === undefined) return child(attribute, 'expression') ?? true
  if (more.length > 0) return attribute
  return part.type === 'Text' ? String(part['data']) : (child(part, 'expression') ?? attribute)
}
