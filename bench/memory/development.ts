import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startDevelopment } from '../../packages/tenon/test/development/start-development.ts'

/*
 * Prints the resident memory of `tenon dev` with the todo application: at the start, when packages are bundled for
 * the first time, and after reloads. Run: node --conditions=source bench/memory/development.ts [reloads]
 */

const [reloads = 200] = process.argv.slice(2).map(Number)
const step = 50

await using app = await startDevelopment(join(import.meta.dirname, '../../examples/todo'), {
  LOG_LEVEL: 'info',
})
await bundlePackages()
print('start')
for (let reload = 1; reload <= reloads; reload += 1) {
  app.edit('app/controllers/todos.ts', '\n\n', `\n// ${reload}\n\n`)
  await app.logged('Reloaded')
  await fetch(`${app.origin}/todos`, { headers: { accept: 'text/html' } })
  // If a file changes twice within 50 ms, the watcher only reports the first change.
  await setTimeout(60)
  if (reload % step === 0) print(`${reload} reloads`)
}

/** Asks for a package, which is answered when all of them are bundled. */
async function bundlePackages(): Promise<void> {
  const page = await fetch(`${app.origin}/resources/pages/Todos/Index.tsx`)
  const [, path = ''] = /"([^"]+\/deps\/[^"]+)"/.exec(await page.text()) ?? []
  await fetch(app.origin + path)
}

function print(moment: string): void {
  const status = readFileSync(`/proc/${app.pid}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  console.log(`${moment.padEnd(12)} ${Math.round(kilobytes / 1024)} MB`)
}
