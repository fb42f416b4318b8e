import { parseSync } from 'vite'

/** A node of the syntax tree (ESTree with TypeScript's types), as far as all have it in common. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Parses a file by the ending of its name; `undefined` if its syntax is wrong. */
export function parseSource(name: string, text: string): SyntaxNode | undefined {
  const { program, errors } = parseSync(name, text)
  // Sound: every node of the tree has these properties.
  return errors.length > 0 ? undefined : (program as unknown as SyntaxNode)
}
