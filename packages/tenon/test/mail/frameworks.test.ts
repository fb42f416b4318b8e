import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { keepNodeEnv } from '../../src/application/config/environment.ts'
import { toRenderMail } from '../../src/pages/mails/mail-renderer.ts'
import { loadMails } from '../../src/pages/vite/mails/load-mails.ts'

const context = {
  routes: { 'notes.index': '/notes' },
  origin: 'https://notes.example',
  base: '',
  findLanguage: () => undefined,
  findTimeZone: () => undefined,
}

describe('a mail of', { timeout: 480_000 }, () => {
  for (const framework of ['vue', 'svelte']) {
    it(`${framework} is rendered with its props, its subject and absolute links`, async () => {
      const root = join(import.meta.dirname, '../../fixtures', framework)
      const render = toRenderMail(await keepNodeEnv(() => loadMails(root)))

      const rendered = await render('Hello', JSON.stringify({ name: 'Ada' }), context)

      assert.equal(rendered?.subject, 'Hello Ada')
      assert.match(
        rendered.html,
        /Hello Ada: <a href="https:\/\/notes\.example\/notes"[^>]*>your notes<\/a>/,
      )
      assert.doesNotMatch(rendered.html, /<!--/)
    })
  }
})
