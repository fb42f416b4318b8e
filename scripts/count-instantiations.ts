import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, runCommand } from './command.ts'
import { type LargeApplication, writeLargeApplication } from './large-application.ts'

/**
 * The maximum number of type instantiations for an application of 1,000 routes and 100 bound models, as
 * its users compile it: against the declarations of the build, which has to be up to date. The counts do
 * not depend on the machine; a change that exceeds them makes every editor slower.
 */
const budgets: Readonly<Record<LargeApplication, number>> = {
  plain: 780_000,
  stated: 1_350_000,
  called: 1_490_000,
}

/** The maximum for an application of 200 routes and 20 models, of each kind. */
const budgetFor200 = 320_000

/**
 * The maximum cost of a route after the 500th relative to one before: 1 is linear, 2.5 quadratic.
 */
const steepest = 1.2

// With Node's default stack: the compiler must not check one handler's body inside another's.
const compilers = {
  'TypeScript 7': ['node_modules/typescript/bin/tsc', '--singleThreaded'],
  'TypeScript 6': ['node_modules/typescript-6/bin/tsc'],
} as const

mkdirSync(join(root, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(root, '.tmp/instantiations-'))
try {
  for (const compiler of ['TypeScript 7', 'TypeScript 6'] as const) {
    for (const kind of ['plain', 'stated', 'called'] as const) await checkBudget(compiler, kind)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function checkBudget(
  compiler: keyof typeof compilers,
  kind: LargeApplication,
): Promise<void> {
  const few = await countInstantiations(compiler, kind, 200)
  const some = await countInstantiations(compiler, kind, 500)
  const many = await countInstantiations(compiler, kind, 1000)

  const growth = (many - some) / 500 / ((some - few) / 300)
  console.log(
    `${compiler}, ${kind}: ${few.toLocaleString('en')} instantiations for 200 routes, ` +
      `${some.toLocaleString('en')} for 500, ${many.toLocaleString('en')} for 1,000 ` +
      `(growth ${growth.toFixed(2)}, budget ${budgets[kind].toLocaleString('en')})`,
  )
  if (few <= budgetFor200 && many <= budgets[kind] && growth <= steepest) return
  console.error(`${compiler}, ${kind}: over the budget, see scripts/count-instantiations.ts`)
  process.exitCode = 1
}

async function countInstantiations(
  compiler: keyof typeof compilers,
  kind: LargeApplication,
  routeCount: number,
): Promise<number> {
  const own = join(folder, `${kind}${routeCount}`)
  mkdirSync(own, { recursive: true })
  const files = Object.entries(writeLargeApplication(routeCount, kind))
  for (const [name, text] of files) writeFileSync(join(own, name), text)
  const config = {
    extends: relative(own, join(root, 'tsconfig.base.json')),
    compilerOptions: {
      // An application is compiled against the built declarations, not against our source.
      customConditions: [],
      // The plain application does not use all of the imports.
      noUnusedLocals: false,
      lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
    },
    include: ['.'],
  }
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify(config))

  const args = [...compilers[compiler], '-p', own, '--extendedDiagnostics']
  const { exitCode, output } = await runCommand('node', args)
  const count = /^Instantiations:\s+(\d+)$/m.exec(output)?.[1]
  if (exitCode === 0 && count !== undefined) return Number(count)
  throw new Error(
    `${compiler} refuses a ${kind} application of ${routeCount} routes:\n${output.slice(0, 2000)}`,
  )
}
