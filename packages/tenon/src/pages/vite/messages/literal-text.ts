import type { SyntaxNode } from '../parse-source.ts'

/** The text of a literal, of literals joined with `+`, or of a template without values. */
export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [literalText(node['left']), literalText(node['right'])]
    return left === undefined || right === undefined ? undefined : left + right
  }
  if (node.type !== 'TemplateLiteral') return valueOf(node)
  const parts: readonly unknown[] = Array.isArray(node['quasis']) ? node['quasis'] : []
  const [only] = parts
  const value: unknown = isNode(only) ? only['value'] : undefined
  const cooked: unknown = parts.length === 1 ? Object(value).cooked : undefined
  return typeof cooked === 'string' ? cooked : undefined
}

/** The text of a literal in quotes. */
export function valueOf(node: unknown): string | undefined {
  const value = isNode(node) && node.type === 'Literal' ? node['value'] : undefined
  return typeof value === 'string' ? value : undefined
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
