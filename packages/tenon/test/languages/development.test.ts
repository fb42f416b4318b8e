import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startDevelopment } from '../development/start-development.ts'
import { openPage } from '../browser/open-page.ts'
import { launchChromium } from '../support/chromium.ts'
import { createApplication } from './create-application.ts'

it(
  'the development server marks a missing text where it stands',
  { timeout: 120_000 },
  async () => {
    using source = createApplication('react')
    await using app = await startDevelopment(source.path)
    await using browser = await launchChromium()
    const headers = { 'accept-language': 'de' }

    const answer = await fetch(`${app.origin}/partial`, { headers })
    await using page = await openPage(browser, `${app.origin}/escaped`, { locale: 'de' })

    assert.deepEqual(await answer.json(), { said: '⚠ Only English' })
    await page.locator('p', { hasText: '⚠ Only English' }).waitFor()
    assert.equal(await page.locator('h1').textContent(), 'Hallo <img src=x onerror=alert(1)>')
  },
)
