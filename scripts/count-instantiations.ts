import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript-6'
import { root, runCommand } from './command.ts'
import { type LargeApplication, writeLargeApplication } from './large-application.ts'

/**
 * The maximum number of type instantiations for an application of 1,000 routes and 100 bound models, as
 * its users compile it: against the declarations of the build, which has to be up to date. The counts do
 * not depend on the machine; a change that exceeds them makes every editor slower.
 */
const budgets: Readonly<Record<LargeApplication, number>> = {
  plain: 730_000,
  stated: 1_310_000,
  called: 1_490_000,
}

/** The maximum for an application of 200 routes and 20 models, of each kind. */
const budgetFor200 = 320_000

/**
 * The maximum cost of a route after the 500th relative to one before: 1 is linear, 2.5 quadratic.
 */
const steepest = 1.2

// Both run with Node's default stack: the compiler must not check one handler's body inside another's.
const compilers = { 'TypeScript 7': countBy7, 'TypeScript 6': countBy6 } as const

/** The files that every application is compiled with, which TypeScript 6 reads only once. */
const readBy6 = new Map<string, ts.SourceFile | undefined>()

mkdirSync(join(root, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(root, '.tmp/instantiations-'))
try {
  for (const kind of ['plain', 'stated', 'called'] as const) await checkBudget('TypeScript 7', kind)
  // Only the application with the most types: this compiler takes four times as long, for the same counts.
  await checkBudget('TypeScript 6', 'called')
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
    `${compiler}, ${kind}: growth ${growth.toFixed(2)} of ${steepest}, ` +
      `budgets ${budgetFor200.toLocaleString('en')} and ${budgets[kind].toLocaleString('en')}`,
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

  const { count, errors } = await compilers[compiler](own)
  // A line for each program: on a slow machine, all of them take longer than a step may be silent.
  console.log(`${compiler}, ${kind}, ${routeCount} routes: ${count.toLocaleString('en')}`)
  if (errors === '') return count
  throw new Error(
    `${compiler} refuses a ${kind} application of ${routeCount} routes:\n${errors.slice(0, 2000)}`,
  )
}

/** What a compiler says about a project. */
interface Compiled {
  readonly count: number
  /** An empty text if there are no errors. */
  readonly errors: string
}

async function countBy7(project: string): Promise<Compiled> {
  const args = ['node_modules/typescript/bin/tsc', '--singleThreaded', '--extendedDiagnostics']
  const { exitCode, output } = await runCommand('node', [...args, '-p', project])
  const count = /^Instantiations:\s+(\d+)$/m.exec(output)?.[1]
  return { count: Number(count), errors: exitCode === 0 && count !== undefined ? '' : output }
}

/** Compiles in this process, which reads the common files only once and keeps the compiler warm. */
function countBy6(project: string): Compiled {
  const config = join(project, 'tsconfig.json')
  const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path))
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(json, ts.sys, project)
  const program = ts.createProgram(fileNames, options, createHost(project, options))
  const found = [...errors, ...ts.getPreEmitDiagnostics(program)]
  return {
    count: program.getInstantiationCount(),
    errors: ts.formatDiagnostics(found, ts.createCompilerHost(options)),
  }
}

function createHost(project: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  return {
    ...host,
    getSourceFile(name, ...rest) {
      if (name.startsWith(project)) return host.getSourceFile(name, ...rest)
      if (!readBy6.has(name)) readBy6.set(name, host.getSourceFile(name, ...rest))
      return readBy6.get(name)
    },
  }
}
