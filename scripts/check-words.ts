import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.ts'
import { findWords, retiredNames, translatedWords, type WordRule } from './words.ts'

const code =
  '{packages,examples}/*/{src,app,fixtures,resources,test,tests}/**/*.{ts,tsx,vue,svelte}'
const tools = ['bench/**/*.{ts,js}', 'scripts/!(words)*.ts']
const pages = ['*.md', 'docs/**/*.md', '{packages,examples}/*/*.md']
const paths = globSync([code, ...tools, ...pages], { cwd: root, exclude: ['**/node_modules/**'] })

const problems = paths
  .toSorted()
  .flatMap((path) => findWords(path, readFileSync(join(root, path), 'utf8'), rulesFor(path)))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`words: ${paths.length} files, no retired name, plain English`)

/** The page about upgrading says what replaces the retired names, so it must name them. */
function rulesFor(path: string): readonly WordRule[] {
  return path === 'docs/help/upgrading.md' ? translatedWords : [...retiredNames, ...translatedWords]
}
