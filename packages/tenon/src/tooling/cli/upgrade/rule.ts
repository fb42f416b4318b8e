import type { Ancestors, SourceFile } from '../../graph/program/source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** A replacement of a part of a file. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What a rule makes of a node: edits that belong together, or something for a person to do. */
export type Verdict =
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'note'; readonly position: number; readonly text: string }

/** What rules know of the other files. */
export interface ProjectIndex {
  /** The function of the framework that made what has this name in this file, such as `job`. */
  makerOf(file: SourceFile, name: string): string | undefined
  /** The file and the name by which the task with this name is exported. */
  findTask(name: string): { readonly path: string; readonly name: string } | undefined
  /** Whether the routes with this name in this file are those of an application that demanded statements. */
  areStatedRoutes(file: SourceFile, name: string): boolean
  /** Returns this name for a listener, or one like it that no other listener has. */
  takeListenerName(name: string): string
}

/** Looks at a node, and says what to change. */
export type Rule = (
  file: SourceFile,
  node: SyntaxNode,
  ancestors: Ancestors,
  project: ProjectIndex,
) => Verdict | undefined

/** Replaces what is between two positions. */
export function replace(start: number, end: number, text: string): Verdict {
  return { kind: 'edits', edits: [{ start, end, text }] }
}

/** Asks a person to change something. */
export function note(node: SyntaxNode, text: string): Verdict {
  return { kind: 'note', position: node.start, text }
}
