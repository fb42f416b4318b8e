import { findCodeBlocks, findSectionLines, type CodeBlock } from './markdown.ts'

/** The code blocks of a documentation page. */
export interface DocPage {
  readonly programs: readonly DocProgram[]
  /** Blocks with an invalid mark, which would not be checked. */
  readonly problems: readonly DocProblem[]
}

/**
 * Blocks of one page that are type-checked together, by file name.
 *
 * A block whose first line is `// file: app/routes.ts` becomes that file; any other block becomes a
 * separate file beside them. If a page shows a file for the second time, a new program begins with
 * the previous files and the new text: the application as it is at that point of the page. All files
 * that the same section changes belong to that program, so a step of a tutorial may change several
 * files that only fit together at its end.
 */
export type DocProgram = ReadonlyMap<string, DocFile>

export interface DocFile {
  readonly text: string
  /** The page's line of the opening fence: line `n` of the file is line `line + n` of the page. */
  readonly line: number
  /** Whether the file is also executed: its block is marked `run`. */
  readonly runs: boolean
}

export interface DocProblem {
  readonly line: number
  readonly message: string
}

/** Reads the TypeScript blocks of a page. */
export function readDocPage(markdown: string): DocPage {
  const blocks = findCodeBlocks(markdown).filter(isTypeScript)
  return {
    programs: toPrograms(blocks, findSectionLines(markdown)),
    problems: blocks.flatMap(problemsOf),
  }
}

function isTypeScript({ language }: CodeBlock): boolean {
  return language === 'ts' || language === 'tsx' || language === 'typescript'
}

/** A program that is being read. */
interface Draft {
  readonly files: Map<string, DocFile>
  /** The section of the page in which it began. */
  readonly section: number
  /** The files that a block has shown since then; it has the others from the program before it. */
  readonly shown: Set<string>
}

function toPrograms(
  blocks: readonly CodeBlock[],
  sectionLines: readonly number[],
): readonly DocProgram[] {
  const drafts: Draft[] = []
  for (const block of blocks) {
    const name = fileName(block)
    const section = sectionLines.filter((line) => line < block.line).length
    const last = drafts.at(-1)
    const isSame = last !== undefined && hasPlace(last, name, section)
    const draft = isSame ? last : beginAfter(last, section)
    if (!isSame) drafts.push(draft)
    draft.shown.add(name)
    draft.files.set(name, toFile(block))
  }
  return drafts.map(({ files }) => files)
}

function hasPlace(draft: Draft, name: string, section: number): boolean {
  if (!draft.files.has(name)) return true
  return draft.section === section && !draft.shown.has(name)
}

function beginAfter(last: Draft | undefined, section: number): Draft {
  const files = [...(last?.files ?? [])].map(
    ([path, file]) => [path, { ...file, runs: false }] as const,
  )
  return { files: new Map(files), section, shown: new Set() }
}

function toFile({ text, line, marks }: CodeBlock): DocFile {
  return { text, line, runs: marks.includes('run') }
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
      message: `every block is checked: only "run" may follow "${language}", not "${mark}"`,
    }))
}
