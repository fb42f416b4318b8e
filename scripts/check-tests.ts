import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.ts'
import { findPauses } from './pauses.ts'
import { findSilentLoops } from './silent-loops.ts'

const patterns = [
  '{packages,examples}/*/{test,tests}/**/*.{ts,tsx}',
  '{packages,examples}/*/src/**/*.test.{ts,tsx}',
  '{scripts,site}/!(pauses).test.ts',
  'site/test/**/*.ts',
]
const paths = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })

const problems = paths.toSorted().flatMap((path) => {
  const source = readFileSync(join(root, path), 'utf8')
  return [...findPauses(path, source), ...findSilentLoops(path, source)]
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else
  console.log(
    `tests: ${paths.length} files, none waits for a fixed time or hides which case failed`,
  )
