import { findCodeBlocks, type CodeBlock } from './markdown.ts'

/** Pages whose shell blocks cannot run in a test, and why. Blocks of all other pages are marked. */
export const pagesWithoutRun: ReadonlyMap<string, string> = new Map([
  ['CONTRIBUTING.md', 'the tests themselves, which would start themselves'],
  ['README.md', 'the build and the tests, which have run when the documentation is checked'],
  ['docs/guide/configuration-and-commands.md', 'a server that does not end'],
  ['docs/guide/deployment.md', 'systemd, Docker and PostgreSQL of a server, as root'],
  ['docs/guide/development.md', 'a server that does not end'],
  ['docs/guide/observability.md', 'a server that does not end'],
  ['docs/guide/two-databases.md', 'settings, no commands'],
  ['docs/reference/performance.md', 'the benchmarks, which take an hour'],
  ['packages/create-tenon/README.md', 'the packages are not on npm yet'],
  ['packages/tenon/README.md', 'the packages are not on npm yet'],
])

/**
 * Lists the shell blocks of a page that have no mark. Each block is marked `run`, or `no-run` with a
 * reason, as in "```sh no-run needs a server".
 */
export function findUnmarkedShellBlocks(page: string, markdown: string): readonly string[] {
  if (pagesWithoutRun.has(page)) return []
  return findCodeBlocks(markdown).flatMap((block) => {
    const problem = problemOf(block)
    return problem === undefined ? [] : [`${page}:${block.line}: ${problem}`]
  })
}

function problemOf({ language, marks }: CodeBlock): string | undefined {
  if (['bash', 'console', 'shell'].includes(language)) return `write "sh" instead of "${language}"`
  if (language !== 'sh') return undefined
  const [mark, ...reason] = marks
  if (mark === 'run' && reason.length === 0) return undefined
  if (mark === 'no-run' && reason.length > 0) return undefined
  return 'mark a shell block "run", or "no-run" with the reason why no test can run it'
}
