import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

describe('the memory of tenon dev', { timeout: 120_000 }, () => {
  let app: DevelopedApplication
  before(async () => {
    app = await startDevelopment(join(import.meta.dirname, '../../fixtures/development'))
  })
  after(() => app?.[Symbol.asyncDispose]())

  it('does not go into packages of the server, which no browser loads', async () => {
    const component = await (await fetch(`${app.origin}/resources/pages/Home.tsx`)).text()
    const [, react] = /"([^"]+\/deps\/react\.js[^"]*)"/.exec(component) ?? []
    await fetch(app.origin + react) // answered when all packages are bundled

    const path = join(app.folder, 'node_modules/.vite/deps/_metadata.json')
    const { optimized }: { optimized: object } = JSON.parse(readFileSync(path, 'utf8'))

    const names = Object.keys(optimized)
    assert.ok(names.includes('react'), names.join())
    assert.deepEqual(
      names.filter((name) => !/react|inertia/.test(name)),
      [],
    )
  })

  it('does not grow with reloads: old versions of the application are let go', async () => {
    app.edit('main.ts', 'await app.run', `${countVersions}\nawait app.run`)
    await app.logged('Reloaded main.ts')
    for (let version = 1; version <= reloads; version += 1) {
      app.edit('app/notes.ts', '\n\n', `\n// version ${version}\n\n`)
      await app.logged('Reloaded app/notes.ts')
      await fetch(`${app.origin}/notes`)
    }

    app.edit('main.ts', 'const report = false', 'const report = true')
    const [, made, kept] =
      /^(\d+) versions, (\d+) kept/.exec(await app.logged(`${reloads + 2} v`)) ?? []

    assert.equal(Number(made), reloads + 2)
    assert.ok(Number(kept) <= 4, `${kept} of ${made} versions are kept`)
  })
})

const reloads = 20

/** Counts the versions of the application that cannot be collected, in the process that serves them. */
const countVersions = `
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
const report = false
const versions: WeakRef<object>[] = (Reflect.get(globalThis, 'versions') ?? [])
Reflect.set(globalThis, 'versions', versions)
versions.push(new WeakRef(app.options.routes))
if (report) {
  setFlagsFromString('--expose-gc')
  const collect: (options: object) => Promise<void> = runInNewContext('gc')
  await collect({ execution: 'async' })
  const kept = versions.filter((version) => version.deref() !== undefined)
  console.log(\`\${versions.length} versions, \${kept.length} kept\`)
}
`
