import type { Ancestors, SourceFile } from '../../graph/program/source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** A replacement of a part of a file. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The result of a rule: edits that belong together, or a change that you have to make yourself. */
export type Verdict =
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'note'; readonly position: number; readonly text: string }

/** Facts about the other files, for rules. */
export interface ProjectIndex {
  /** The framework's function, such as `job`, that made the value with this name in this file. */
  makerOf(file: SourceFile, name: string): string | undefined
  /** The file that exports the task with this name, and the name of the export. */
  findTask(name: string): { readonly path: string; readonly name: string } | undefined
  /** Whether the routes with this name in this file belong to an application with `authorization: 'stated'`. */
  areStatedRoutes(file: SourceFile, name: string): boolean
  /** Returns this name for a listener, or a similar name if it is taken. */
  takeListenerName(name: string): string
}

/** Looks at a node and decides what to change; `undefined` for nothing. */
export type Rule = (
  file: SourceFile,
  node: SyntaxNode,
  ancestors: Ancestors,
  project: ProjectIndex,
) => Verdict | undefined

/** Replaces the text between two positions. */
export function replace(start: number, end: number, text: string): Verdict {
  return { kind: 'edits', edits: [{ start, end, text }] }
}

/** Asks you to change something yourself. */
export function note(node: SyntaxNode, text: string): Verdict {
  return { kind: 'note', position: node.start, text }
}
