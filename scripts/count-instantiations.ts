import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, runCommand } from './command.ts'
import { writeLargeApplication } from './large-application.ts'

/**
 * The maximum number of type instantiations for an application of 1,000 routes, as its users compile it:
 * against the declarations of the build, which has to be up to date. The counts do not
 * depend on the machine; a change that exceeds them makes every editor slower.
 */
const budget = 750_000

/**
 * The maximum cost of a route after the 500th relative to one before: 1 is linear, 2.5 quadratic.
 */
const steepest = 2

// With Node's default stack: the compiler must not check one handler's body inside another's.
const compilers = {
  'TypeScript 7': ['node_modules/typescript/bin/tsc', '--singleThreaded'],
  'TypeScript 6': ['node_modules/typescript-6/bin/tsc'],
} as const

mkdirSync(join(root, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(root, '.tmp/instantiations-'))
try {
  await checkBudget('TypeScript 7')
  await checkBudget('TypeScript 6')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function checkBudget(compiler: keyof typeof compilers): Promise<void> {
  const few = await countInstantiations(compiler, 100)
  const some = await countInstantiations(compiler, 500)
  const many = await countInstantiations(compiler, 1000)

  const growth = (many - some) / 500 / ((some - few) / 400)
  console.log(
    `${compiler}: ${few.toLocaleString('en')} instantiations for 100 routes, ` +
      `${some.toLocaleString('en')} for 500, ${many.toLocaleString('en')} for 1,000 ` +
      `(growth ${growth.toFixed(2)}, budget ${budget.toLocaleString('en')})`,
  )
  if (many <= budget && growth <= steepest) return
  console.error(`${compiler}: over the budget, see scripts/count-instantiations.ts`)
  process.exitCode = 1
}

async function countInstantiations(
  compiler: keyof typeof compilers,
  routeCount: number,
): Promise<number> {
  const own = join(folder, `${routeCount}`)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'routes.ts'), writeLargeApplication(routeCount))
  const config = {
    extends: relative(own, join(root, 'tsconfig.base.json')),
    // An application is compiled against the built declarations, not against our source.
    compilerOptions: { customConditions: [] },
    include: ['.'],
  }
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify(config))

  const args = [...compilers[compiler], '-p', own, '--extendedDiagnostics']
  const { exitCode, output } = await runCommand('node', args)
  const count = /^Instantiations:\s+(\d+)$/m.exec(output)?.[1]
  if (exitCode === 0 && count !== undefined) return Number(count)
  throw new Error(
    `${compiler} refuses an application of ${routeCount} routes:\n${output.slice(0, 2000)}`,
  )
}
