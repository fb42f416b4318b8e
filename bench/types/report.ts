import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { mistakes, type Application, type Mistake } from './application.ts'
import { compilers, type Compilation, type Compiler } from './compile.ts'

export interface Measurement {
  readonly application: Application
  readonly compiler: Compiler
  readonly routeCount: number
  readonly compilation: Compilation
  readonly generatedBytes: number
  readonly generateMs: number
}

export interface ReportParts {
  readonly applications: readonly Application[]
  readonly routeCounts: readonly number[]
  readonly measurements: readonly Measurement[]
  readonly refused: ReadonlyMap<string, ReadonlySet<Mistake>>
}

export function toReport(parts: ReportParts): string {
  return [
    '# Types: what an application costs the compiler',
    `The same application on each framework: ten routes per resource, five of them nested, with validated bodies, responses
whose types the client knows, URLs and redirects. Instantiations do not depend on the machine; the time is for type
checking only, in one thread.`,
    ...compilers.map((compiler) => toCost(compiler, parts)),
    'What each framework generates before the compiler can run, by number of routes:',
    toGenerated(parts),
    'Mistakes that the compiler rejects (✓) or accepts (–):',
    toProven(parts),
    notes,
    `${toVersions(parts)}; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}. Written by \`node bench/types/run.ts --write\`.`,
    '',
  ].join('\n\n')
}

const notes = `Tenon's handlers return \`redirect(route(…))\` without stating their result. Hono's redirects are plain
strings. Its parameters are strings on both sides, Tenon's are keys of the bound models, AdonisJS's are \`any\` in a controller and text or
number in a URL. Tenon's responses are the props of components, with the client's own \`useForm\` and \`Link\`, whose types are
part of its numbers; those of Hono and AdonisJS are read through their clients.`

function toCost(
  compiler: Compiler,
  { applications, routeCounts, measurements }: ReportParts,
): string {
  const rows = applications.map((application) => [
    application.name,
    ...routeCounts.map((routeCount) => {
      const found = measurements.find(
        (one) =>
          one.application === application &&
          one.compiler === compiler &&
          one.routeCount === routeCount,
      )
      return toCell(found?.compilation)
    }),
  ])
  const counts = routeCounts.map((count) => `${count.toLocaleString('en')} routes`)
  return `${compiler.name}, instantiations and check time:\n\n${toTable(['', ...counts], rows)}`
}

function toCell(compilation: Compilation | undefined): string {
  if (compilation === undefined) return ''
  if (compilation.crash !== undefined) return compilation.crash
  const { instantiations, checkMs } = compilation
  return `${instantiations.toLocaleString('en')}, ${(checkMs / 1000).toFixed(2)} s`
}

function toGenerated({ applications, routeCounts, measurements }: ReportParts): string {
  const rows = applications.map((application) => [
    application.name,
    ...routeCounts.map((routeCount) => {
      const found = measurements.find(
        (one) => one.application === application && one.routeCount === routeCount,
      )
      if (application.generate === undefined || found === undefined) return 'nothing'
      const kilobytes = (found.generatedBytes / 1000).toFixed(0)
      return `\`${application.generate.name}\`: ${kilobytes} kB in ${(found.generateMs / 1000).toFixed(1)} s`
    }),
  ])
  const counts = routeCounts.map((count) => `${count.toLocaleString('en')} routes`)
  return toTable(['', ...counts], rows)
}

function toProven({ applications, refused }: ReportParts): string {
  const rows = mistakes.map((mistake) => [
    mistake,
    ...applications.map(({ name }) => (refused.get(name)?.has(mistake) === true ? '✓' : '–')),
  ])
  return toTable(['', ...applications.map(({ name }) => name)], rows)
}

function toTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function toVersions({ applications }: ReportParts): string {
  const names = new Set(applications.flatMap(({ packages }) => packages))
  const own = join(import.meta.dirname, 'node_modules')
  const versions = [...names].map((name) => {
    const folder = [own, join(own, '../../../node_modules')].find((one) =>
      existsSync(join(one, name, 'package.json')),
    )
    const file = join(folder ?? own, name, 'package.json')
    const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
    return `${name} ${version}`
  })
  return versions.join(', ')
}
