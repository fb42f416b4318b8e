import { globSync } from 'node:fs'
import { root } from './command.ts'
import { joinOutcomes, runSteps, type Outcome, type Step } from './steps.ts'

/** Runs the checks that do not run the code; the given steps, which take longest, begin first. */
export async function runStaticSteps(longest: readonly Step[]): Promise<Outcome> {
  const declared = await runSteps([
    { name: 'declarations', command: ['node', 'scripts/write-declarations.ts'] },
  ])
  if (declared.failed.length > 0) return declared
  return joinOutcomes([declared, await runSteps([...longest, ...staticSteps()])])
}

/** The longest first. */
function staticSteps(): readonly Step[] {
  return [
    { name: 'lint', command: ['oxlint', '--type-aware'] },
    { name: 'docs', command: ['node', 'scripts/check-docs.ts'] },
    ...typeConfigs().map(typeStep),
    { name: 'layers', command: ['node', 'scripts/check-layers.ts'] },
    { name: 'format', command: ['oxfmt', '--check'] },
    { name: 'words', command: ['node', 'scripts/check-words.ts'] },
    { name: 'tests', command: ['node', 'scripts/check-tests.ts'] },
  ]
}

/** The one that takes longest first. */
function typeConfigs(): readonly string[] {
  const largest = 'packages/tenon/tsconfig.json'
  const configs = globSync(['tsconfig.json', '{packages,examples}/*/tsconfig*.json'], { cwd: root })
  const others = configs.filter((path) => path !== largest && !path.endsWith('build.json'))
  return [largest, ...others.toSorted()]
}

/** Projects that use only Tenon's doors are compiled as users compile theirs: against the declarations. */
const applications = /^examples|\/tsconfig\.fixtures(?:-api|-mail|-ssr|-versions)?\.json$/

/** One thread: other steps keep the cores busy, and several threads check some types again, for a third more CPU. */
function typeStep(path: string): Step {
  const options = applications.test(path) ? ['--customConditions', 'none'] : []
  return { name: `types ${path}`, command: ['tsc', '-p', path, '--singleThreaded', ...options] }
}
