import assert from 'node:assert/strict'
import { it } from 'node:test'
import { launchChromium } from '../support/chromium.ts'
import { runAxe } from './axe.ts'
import { openPage } from './open-page.ts'

const page = `<!doctype html><html lang="en"><title>Page</title><style>
  p { background: #fff; color: #000 }
  @media (prefers-color-scheme: dark) { p { background: #000; color: #222 } }
  @media (prefers-reduced-motion: no-preference) { p { transition: all 2s } }
</style><main><h1>Page</h1><p id="faint">A sentence</p></main></html>`

it('finds what is too faint in the dark only, without a second load', async () => {
  await using browser = await launchChromium()
  await using opened = await openPage(browser, `data:text/html,${encodeURIComponent(page)}`)

  const both = await runAxe(opened)
  const light = await runAxe(opened, ['light'])

  assert.deepEqual(both, ['dark: color-contrast: <p id="faint">A sentence</p>'])
  assert.deepEqual(light, [])
})
