/**
 * Measures what an application's types cost the compiler: the same application of 100, 500 and
 * 1,000 routes on Tenon, Hono and AdonisJS, compiled by TypeScript 7 and 6. Also checks which
 * mistakes each of them rejects.
 *
 *     npm run build -w tenon && npm ci --ignore-scripts --prefix bench/types
 *     node bench/types/run.ts [--routes 100,500,1000] [--rounds 1] [--write]
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refreshPages } from '../page.ts'
import { mistakes, type Application, type Mistake } from './application.ts'
import { adonis } from './applications/adonis.ts'
import { hono } from './applications/hono.ts'
import { tenonApi } from './applications/tenon-api.ts'
import { tenon } from './applications/tenon.ts'
import { compile, compilers, type Compilation } from './compile.ts'
import { mistakeFile, Project } from './project.ts'
import { toReport, type Measurement } from './report.ts'

const { values } = parseArgs({
  options: {
    routes: { type: 'string', default: '100,500,1000' },
    rounds: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})
const applications = [tenon, tenonApi, hono, adonis]
const routeCounts = values.routes.split(',').map(Number)

const measurements: Measurement[] = []
for (const routeCount of routeCounts) {
  for (const application of applications) measure(application, routeCount)
}
const refused = new Map(
  applications.map((application) => [application.name, findRefused(application)]),
)
const report = toReport({ applications, routeCounts, measurements, refused })
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'results.md'), report)
  refreshPages()
}
rmSync(join(import.meta.dirname, '.tmp'), { recursive: true, force: true })

function measure(application: Application, routeCount: number): void {
  const project = Project.write(application, routeCount)
  for (const compiler of compilers) {
    const all = Array.from({ length: Number(values.rounds) }, () => compile(compiler, project))
    const fastest = all.reduce((best, one) => (one.checkMs < best.checkMs ? one : best))
    assertAccepted(application, fastest)
    const { generatedBytes, generateMs } = project
    const compilation = fastest
    measurements.push({
      application,
      compiler,
      routeCount,
      compilation,
      generatedBytes,
      generateMs,
    })
  }
}

/** Tests one mistake at a time, in an otherwise correct application. */
function findRefused(application: Application): ReadonlySet<Mistake> {
  const project = Project.write(application, 20)
  const [compiler] = compilers
  return new Set(
    mistakes.filter((mistake) => {
      project.writeMistake(application.mistakes[mistake])
      return compile(compiler, project).errors.some((error) => error.includes(mistakeFile))
    }),
  )
}

/** Code that does not compile was not measured, unless the compiler crashed. */
function assertAccepted(application: Application, { errors, crash }: Compilation): void {
  if (errors.length === 0 || crash !== undefined) return
  throw new Error(`${application.name} does not compile:\n${errors.slice(0, 5).join('\n')}`)
}
