import { parseSync } from 'vite'

/** The common properties of nodes of the syntax tree (ESTree with TypeScript's types). */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Parses a file in the language of its extension; `undefined` for invalid syntax. */
export function parseSource(name: string, text: string): SyntaxNode | undefined {
  const { program, errors } = parseSync(name, text)
  // Sound: every node of the tree has these properties.
  return errors.length > 0 ? undefined : (program as unknown as SyntaxNode)
}
