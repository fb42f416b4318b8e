import { globSync } from 'node:fs'
import { root } from './command.ts'
import type { Step } from './steps.ts'

/** The steps of `npm run check`: all that needs no build, no PostgreSQL and no browser. */
export function checkSteps(): readonly Step[] {
  return [
    { name: 'format', command: ['oxfmt', '--check'] },
    { name: 'layers', command: ['node', 'scripts/check-layers.ts'] },
    { name: 'lint', command: ['oxlint', '--type-aware'] },
    ...typeConfigs().map((path): Step => ({ name: `types ${path}`, command: ['tsc', '-p', path] })),
    {
      name: 'type tests, TypeScript 6',
      command: [
        'node',
        'node_modules/typescript-6/bin/tsc',
        '-p',
        'scripts/tsconfig.type-tests.json',
      ],
    },
    testStep('unit tests', ['packages/*/src/**/*.test.ts', 'scripts/*.test.ts'], 'sqlite'),
    { name: 'docs', command: ['node', 'scripts/check-docs.ts'] },
  ]
}

/** A run of node:test over the files that the patterns match. */
export function testStep(
  name: string,
  patterns: readonly string[],
  databases: 'sqlite' | 'postgres' | 'sqlite,postgres',
): Step {
  return {
    name,
    // One process for all files: 60 of them start in 0.1 s instead of 12.8 s.
    command: [
      'node',
      '--conditions=source',
      '--test',
      '--test-isolation=none',
      '--test-reporter=spec',
      ...patterns,
    ],
    env: { TEST_DATABASES: databases },
  }
}

function typeConfigs(): readonly string[] {
  const configs = globSync(['tsconfig.json', '{packages,examples}/*/tsconfig*.json'], { cwd: root })
  return configs.filter((path) => !path.endsWith('tsconfig.build.json')).toSorted()
}
