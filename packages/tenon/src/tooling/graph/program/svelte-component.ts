import type { Element } from './element.ts'
import { child, children, visit } from './source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

const kindsOfAttributes = new Set(['Attribute', 'BindDirective', 'UseDirective'])
const kinds = new Set(['RegularElement', 'Component', 'SvelteElement', 'SvelteComponent'])

/** The elements of a Svelte component, from the tree of its compiler. The expressions in it are ESTree. */
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

/** The name of an attribute. An action gets a prefix, as in `use:inertia`, so that it differs from an attribute. */
function toName({ type, name }: SyntaxNode): string {
  return type === 'UseDirective' ? `use:${String(name)}` : String(name)
}

/** The value of an attribute: text, an expression, or the attribute itself if it mixes both in quotes. */
function toValue(attribute: SyntaxNode): string | SyntaxNode | true {
  const [part, ...more] = [child(attribute, 'value') ?? children(attribute, 'value')].flat()
  if (part === undefined) return child(attribute, 'expression') ?? true
  if (more.length > 0) return attribute
  return part.type === 'Text' ? String(part['data']) : (child(part, 'expression') ?? attribute)
}
