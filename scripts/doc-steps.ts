import { findCodeBlocks } from './markdown.ts'

/** A step of a reader who does exactly what a page says. */
export type DocStep =
  | { readonly kind: 'command'; readonly command: string; readonly line: number }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }

/**
 * Reads the steps of a page, in its order: each line of a `sh` block that is marked `run`, and each
 * file that a block shows. A page without such a `sh` block has no steps.
 */
export function toDocSteps(markdown: string): readonly DocStep[] {
  const steps = findCodeBlocks(markdown).flatMap(({ language, marks, text, line }): DocStep[] => {
    if (language === 'sh' && marks.includes('run')) return toCommands(text, line)
    const path = /^\/\/ file: (\S+)/.exec(text)?.[1]
    return path === undefined ? [] : [{ kind: 'file', path, text }]
  })
  return steps.some(({ kind }) => kind === 'command') ? steps : []
}

function toCommands(text: string, line: number): DocStep[] {
  return text
    .split('\n')
    .map((command, i): DocStep => ({ kind: 'command', command, line: line + i + 1 }))
    .filter((step) => step.kind === 'command' && step.command.trim() !== '')
}
