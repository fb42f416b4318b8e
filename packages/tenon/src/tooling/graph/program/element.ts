import { child, children, textOf, visit } from './source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** An element of a component's markup. */
export interface Element {
  readonly tag: string
  /** Attributes by name. A value is fixed text, an expression, or `true` without a value. */
  readonly attributes: ReadonlyMap<string, string | SyntaxNode | true>
  /** Whether it may have other attributes: `{...rest}`, `v-bind="rest"`. */
  readonly hasSpread: boolean
  readonly start: number
  readonly end: number
}

/** The elements inside of an element, at any depth. */
export function elementsInside(outer: Element, elements: readonly Element[]): readonly Element[] {
  return elements.filter(({ start, end }) => start > outer.start && end <= outer.end)
}

/** The elements of a module with JSX. */
export function readJsxElements(root: SyntaxNode): readonly Element[] {
  const elements: Element[] = []
  visit(root, (node) => {
    if (node.type === 'JSXElement') elements.push(toJsxElement(node))
  })
  return elements
}

function toJsxElement(node: SyntaxNode): Element {
  const opening = child(node, 'openingElement')
  const attributes = children(opening, 'attributes')
  return {
    tag: toJsxName(child(opening, 'name')),
    attributes: new Map(
      attributes
        .filter(({ type }) => type === 'JSXAttribute')
        .map((each) => [toJsxName(child(each, 'name')), toJsxValue(child(each, 'value'))]),
    ),
    hasSpread: attributes.some(({ type }) => type === 'JSXSpreadAttribute'),
    start: node.start,
    end: node.end,
  }
}

function toJsxName(node: SyntaxNode | undefined): string {
  if (node?.type === 'JSXMemberExpression') return toJsxName(child(node, 'property'))
  return typeof node?.['name'] === 'string' ? node['name'] : ''
}

function toJsxValue(value: SyntaxNode | undefined): string | SyntaxNode | true {
  const node = value?.type === 'JSXExpressionContainer' ? child(value, 'expression') : value
  return node === undefined ? true : (textOf(node) ?? node)
}
