import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { toBaseConfig } from './base-config.ts'

describe("the plugins of an application without a configuration, if React's plugin is not installed", () => {
  const root = mkdtempSync(join(tmpdir(), 'tenon-plugins-'))
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier.replace('@vitejs/plugin-react', 'not-installed'), context),
  })

  after(() => {
    hooks.deregister()
    rmSync(root, { recursive: true })
  })

  it('are none while it has no pages', async () => {
    const { plugins } = await toBaseConfig(root)

    assert.deepEqual(plugins?.[0], [])
  })

  it('are missed as soon as it has pages', async () => {
    mkdirSync(join(root, 'resources/pages'), { recursive: true })
    writeFileSync(join(root, 'resources/pages/Home.tsx'), '')

    await assert.rejects(toBaseConfig(root), { code: 'ERR_MODULE_NOT_FOUND' })
  })
})
