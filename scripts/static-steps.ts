import { globSync } from 'node:fs'
import { root } from './command.ts'
import type { Step } from './steps.ts'

/** The checks that do not run the code. */
export function staticSteps(): readonly Step[] {
  return [
    { name: 'format', command: ['oxfmt', '--check'] },
    { name: 'layers', command: ['node', 'scripts/check-layers.ts'] },
    { name: 'lint', command: ['oxlint', '--type-aware'] },
    ...typeConfigs().map((path): Step => ({ name: `types ${path}`, command: ['tsc', '-p', path] })),
    { name: 'docs', command: ['node', 'scripts/check-docs.ts'] },
    { name: 'words', command: ['node', 'scripts/check-words.ts'] },
    { name: 'pauses', command: ['node', 'scripts/check-pauses.ts'] },
  ]
}

function typeConfigs(): readonly string[] {
  const configs = globSync(['tsconfig.json', '{packages,examples}/*/tsconfig*.json'], { cwd: root })
  return configs.filter((path) => !path.endsWith('build.json')).toSorted()
}
