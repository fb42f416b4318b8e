import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findViolations } from './layer-rules.ts'

const root = join(import.meta.dirname, '../packages/tenon/src')
const paths = globSync('**/*.{ts,tsx}', { cwd: root })
const sources = new Map(
  paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
)

const violations = findViolations(sources)
for (const violation of violations) console.error(violation)
if (violations.length > 0) process.exitCode = 1
else console.log(`layers: ${sources.size} files, all imports point down`)
