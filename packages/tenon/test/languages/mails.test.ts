import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testApp } from 'tenon/testing'
import { createApplication } from './create-application.ts'

describe('a mail', { timeout: 480_000 }, () => {
  it("has words, subject and links in its recipient's language, also beside others", async () => {
    using source = createApplication('react')
    await using app = await testApp({ application: join(source.path, 'main.ts') })

    await app.get('/mail')

    const sent = app.mails
      .to('ada@example.com')
      .map(({ subject, html = '' }) => [
        subject,
        /<p>([^<]*)/.exec(html)?.[1]?.trim(),
        /href="https?:\/\/[^/]+([^"]*)"/.exec(html)?.[1],
      ])
    const [english, german, arabic] = ['/tickets', '/de/tickets', '/ar/tickets'].map((path) =>
      sent.find(([, , link]) => link === path)?.slice(0, 2),
    )
    assert.equal(sent.length, 3)
    assert.deepEqual(english, ['2 tickets', '2 tickets'])
    assert.deepEqual(german, ['2 Tickets auf Deutsch', '2 Tickets auf Deutsch'])
    assert.deepEqual(arabic, ['تذكرتان', 'تذكرتان'])
  })
})
