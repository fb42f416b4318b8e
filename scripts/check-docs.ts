import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root, runCommand } from './command.ts'
import { findDeadLinks } from './dead-links.ts'
import { readDocPage, type DocFile, type DocProgram } from './doc-programs.ts'
import { findImports } from './imports.ts'
import { inLanes } from './lanes.ts'
import { findUnlistedPages } from './unlisted-pages.ts'

// Inside the workspace, so that `tenon` resolves as it does for the examples.
mkdirSync(join(root, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(root, '.tmp/docs-'))
try {
  await checkDocs()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function checkDocs(): Promise<void> {
  const pages = globSync(['*.md', 'docs/**/*.md', '{packages,examples}/*/*.md'], { cwd: root })
  const links = [...findDeadLinks(root, pages), ...findUnlistedPages(root, 'docs/README.md', pages)]
  const read = pages.toSorted().map((page) => ({ page, ...readPage(page) }))
  const marks = read.flatMap(({ page, problems }) =>
    problems.map(({ line, message }) => `${page}:${line}: ${message}`),
  )

  const programs = read.flatMap((entry) => entry.programs.map((files) => ({ ...entry, files })))
  const blocks = programs.flatMap(({ page, files }, i) => writeProgram(page, files, `${i}`))
  const problems = [...links, ...marks, ...(await findWrongBlocks(blocks))]
  report(problems, pages.length, blocks.length)
}

/** What does not compile; with `--run`, what fails when it runs, which takes longer. */
function findWrongBlocks(blocks: readonly WrittenBlock[]): Promise<readonly string[]> {
  return process.argv.includes('--run') ? findFailedRuns(blocks) : findTypeErrors(blocks)
}

function report(problems: readonly string[], pages: number, blocks: number): void {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`docs: ${pages} pages, ${blocks} blocks of TypeScript`)
}

/** A block as it lies in the temporary folder. */
interface WrittenBlock {
  readonly page: string
  readonly path: string
  /** The folder of the compiler's project that it belongs to. */
  readonly project: string
  readonly file: DocFile
}

function readPage(page: string): ReturnType<typeof readDocPage> {
  return readDocPage(readFileSync(join(root, page), 'utf8'))
}

/**
 * Most programs share one project of the compiler, which reads the framework once. A program that
 * says something of the whole application, or reaches into the todo application, has its own.
 */
function writeProgram(page: string, program: DocProgram, name: string): readonly WrittenBlock[] {
  const isShared = isSelfContained(program)
  const project = join(folder, isShared ? 'shared' : name)
  const own = isShared ? join(project, name) : project
  const blocks = [...program].map(([path, file]) => ({
    page,
    path: join(own, path),
    project,
    file,
  }))
  for (const { path, file } of blocks) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.text)
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(compilerConfig(project)))
  return blocks
}

function isSelfContained(program: DocProgram): boolean {
  return [...program].every(
    ([path, { text }]) =>
      !text.includes('declare module') &&
      findImports(text).every(
        ({ specifier }) =>
          !specifier.startsWith('.') || program.has(join(dirname(path), specifier)),
      ),
  )
}

/**
 * A page is compiled as the todo application is, and may import its files as if they lay beside its
 * own.
 */
function compilerConfig(project: string): object {
  const example = relative(project, join(root, 'examples/todo'))
  return {
    extends: join(example, 'tsconfig.json'),
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, rootDirs: ['.', example] },
    include: ['.'],
  }
}

async function findTypeErrors(blocks: readonly WrittenBlock[]): Promise<readonly string[]> {
  const projects = new Set(blocks.map(({ project }) => project))
  if (projects.size === 0) return []
  const { exitCode, output } = await runCommand('tsc', ['-b', '--pretty', 'false', ...projects])
  const errors = output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => atPage(line, blocks))
  return exitCode === 0 ? [] : [...new Set(errors)]
}

/** Replaces the place of an error in a written file by its place on the page. */
function atPage(message: string, blocks: readonly WrittenBlock[]): string {
  const [, path = '', line, text] = /^(.+?)\((\d+),\d+\): (.*)$/s.exec(message) ?? []
  const block = blocks.find((candidate) => candidate.path === join(root, path))
  return block === undefined ? message : `${block.page}:${block.file.line + Number(line)}: ${text}`
}

async function findFailedRuns(blocks: readonly WrittenBlock[]): Promise<readonly string[]> {
  const runs = blocks.filter(({ file }) => file.runs)
  return (await inLanes(runs, 2, findFailedRun)).flat()
}

async function findFailedRun({ page, path, file }: WrittenBlock): Promise<readonly string[]> {
  const { exitCode, output } = await runCommand('node', ['--conditions=source', path], {
    cwd: dirname(path),
    timeoutMs: 30_000,
  })
  if (exitCode === 0) return []
  const ending = exitCode === null ? 'did not end within 30 s' : 'failed'
  return [`${page}:${file.line}: the block ${ending} when it was run\n${output}`]
}
