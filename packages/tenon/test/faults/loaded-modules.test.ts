import assert from 'node:assert/strict'
import { once } from 'node:events'
import { it } from 'node:test'
import { startServing } from './start-binary.ts'

const preload = new URL('./tell-modules.js', import.meta.url).href

/** What serves no request. `node:domain`, which `node:repl` loads, slows down every event emitter. */
const tooling = [
  /^node:(?:repl|domain|inspector|inspector\/promises|test)$/,
  /\/node_modules\/(?:typescript|vite|rolldown|oxc-[\w-]+|@oxc-[\w-]+|esbuild|rollup|playwright-core)\//,
  /\/packages\/tenon\/src\/(?:pages\/vite|tooling)\//,
]

it('loads no tooling in a process that serves', async () => {
  using serving = await startServing({ NODE_OPTIONS: `--import=${preload}` }, { fromSources: true })
  await fetch(`http://127.0.0.1:${serving.port}/`)

  serving.child.kill('SIGUSR2')
  while (!/MODULES .*\n/.test(serving.output.stdout)) await once(serving.child.stdout, 'data')

  const [, list = ''] = /MODULES (.*)\n/.exec(serving.output.stdout) ?? []
  const modules: readonly string[] = JSON.parse(list)
  assert.ok(modules.some((url) => url.endsWith('/web/server/server.ts')))
  assert.deepEqual(
    modules.filter((url) => tooling.some((pattern) => pattern.test(url))),
    [],
  )
})
