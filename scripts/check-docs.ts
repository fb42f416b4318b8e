import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fromSources } from '../packages/tenon/test/support/bundled-program.ts'
import { root, runCommand } from './command.ts'
import { findDeadLinks } from './dead-links.ts'
import { readDocPage, type DocFile, type DocProgram } from './doc-programs.ts'
import { toDocSteps } from './doc-steps.ts'
import { followPage } from './follow-page.ts'
import { findImports } from './imports.ts'
import { inLanes } from './lanes.ts'
import { findUnmarkedShellBlocks } from './shell-blocks.ts'
import { findUnlistedPages } from './unlisted-pages.ts'
import { writeDeclarations } from './write-declarations.ts'

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
  const shell = pages.flatMap((page) =>
    findUnmarkedShellBlocks(page, readFileSync(join(root, page), 'utf8')),
  )

  const programs = read.flatMap((entry) => entry.programs.map((files) => ({ ...entry, files })))
  const blocks = programs.flatMap(({ page, files }, i) => writeProgram(page, files, `${i}`))
  const wrong = await findWrongBlocks(blocks)
  const problems = [...links, ...marks, ...shell, ...wrong, ...(await findWrongSteps(pages))]
  report(problems, pages.length, blocks.length)
}

/** Finds blocks that do not compile or, with the slower `--run`, that fail when they run. */
function findWrongBlocks(blocks: readonly WrittenBlock[]): Promise<readonly string[]> {
  return process.argv.includes('--run') ? findFailedRuns(blocks) : findTypeErrors(blocks)
}

/** With `--run`, runs the pages whose commands are marked `run`, step by step. */
async function findWrongSteps(pages: readonly string[]): Promise<readonly string[]> {
  if (!process.argv.includes('--run')) return []
  const problems: string[] = []
  for (const page of pages) {
    const steps = toDocSteps(readFileSync(join(root, page), 'utf8'))
    if (steps.length > 0) problems.push(...(await followPage(page, steps)))
  }
  return problems
}

function report(problems: readonly string[], pages: number, blocks: number): void {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`docs: ${pages} pages, ${blocks} blocks of TypeScript`)
}

/** A block in the temporary folder. */
interface WrittenBlock {
  readonly page: string
  readonly path: string
  /** The folder of the compiler project that it belongs to. */
  readonly project: string
  readonly file: DocFile
}

function readPage(page: string): ReturnType<typeof readDocPage> {
  return readDocPage(readFileSync(join(root, page), 'utf8'))
}

/**
 * Most programs share one compiler project, so the framework is read only once. A program that
 * augments the whole application or imports from the todo application has its own project.
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
 * A page is compiled like the todo application and may import its files as if they were next to its
 * own. It is compiled against declarations, because each project would read the sources again.
 */
function compilerConfig(project: string): object {
  const example = relative(project, join(root, 'examples/todo'))
  return {
    extends: join(example, 'tsconfig.json'),
    compilerOptions: {
      noUnusedLocals: false,
      noUnusedParameters: false,
      rootDirs: ['.', example],
      customConditions: [],
    },
    include: ['.'],
  }
}

async function findTypeErrors(blocks: readonly WrittenBlock[]): Promise<readonly string[]> {
  const projects = new Set(blocks.map(({ project }) => project))
  if (projects.size === 0) return []
  await writeDeclarations()
  const { exitCode, output } = await runCommand('tsc', [
    '-b',
    '--singleThreaded',
    '--pretty',
    'false',
    ...projects,
  ])
  const errors = output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => atPage(line, blocks))
  return exitCode === 0 ? [] : [...new Set(errors)]
}

/** Replaces a position in a written file by the position on the page. */
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
  // A line for each block: on a slow machine, all of them take longer than a step may be silent.
  console.log(`${page}:${file.line}: runs`)
  const { exitCode, output } = await runCommand('node', [...fromSources(), path], {
    cwd: dirname(path),
    silenceMs: 30_000,
  })
  if (exitCode === 0) return []
  const ending = exitCode === null ? 'printed nothing for 30 s' : 'failed'
  return [`${page}:${file.line}: the block ${ending} when it was run\n${output}`]
}
