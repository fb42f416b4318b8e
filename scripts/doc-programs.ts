import { findCodeBlocks, type CodeBlock } from './markdown.ts'

/** What a page of documentation holds for the compiler. */
export interface DocPage {
  readonly programs: readonly DocProgram[]
  /** Blocks that are marked in a way that nothing checks. */
  readonly problems: readonly DocProblem[]
}

/**
 * Blocks of one page that are type-checked together, by file name.
 *
 * A block whose first line is `// file: app/routes.ts` becomes that file; any other becomes a file
 * of its own beside them. When a page shows a file for the second time, a new program begins with
 * the files so far and the new text: the application as it stands at that point of the page.
 */
export type DocProgram = ReadonlyMap<string, DocFile>

export interface DocFile {
  readonly text: string
  /** The page's line of the opening fence: line `n` of the file is line `line + n` of the page. */
  readonly line: number
  /** Whether the file is executed too: its block is marked `run`. */
  readonly runs: boolean
}

export interface DocProblem {
  readonly line: number
  readonly message: string
}

/** Reads the TypeScript blocks of a page. */
export function readDocPage(markdown: string): DocPage {
  const blocks = findCodeBlocks(markdown).filter(isTypeScript)
  return { programs: toPrograms(blocks), problems: blocks.flatMap(problemsOf) }
}

function isTypeScript({ language }: CodeBlock): boolean {
  return language === 'ts' || language === 'tsx' || language === 'typescript'
}

function toPrograms(blocks: readonly CodeBlock[]): readonly DocProgram[] {
  const programs: Map<string, DocFile>[] = []
  let current = new Map<string, DocFile>()
  for (const block of blocks) {
    const name = fileName(block)
    if (programs.length === 0 || current.has(name)) {
      current = new Map([...current].map(([path, file]) => [path, { ...file, runs: false }]))
      programs.push(current)
    }
    current.set(name, { text: block.text, line: block.line, runs: block.marks.includes('run') })
  }
  return programs
}

function fileName({ text, language, line }: CodeBlock): string {
  return /^\/\/ file: (\S+)/.exec(text)?.[1] ?? `line-${line}.${language}`
}

function problemsOf({ language, marks, line }: CodeBlock): readonly DocProblem[] {
  if (language === 'typescript') return [{ line, message: 'write "ts" instead of "typescript"' }]
  return marks
    .filter((mark) => mark !== 'run')
    .map((mark) => ({
      line,
      message: `every block is checked: only "run" may stand after "${language}", not "${mark}"`,
    }))
}
