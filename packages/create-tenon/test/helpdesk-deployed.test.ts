import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startS3OverTls } from '../../tenon/test/storage/s3-over-tls.ts'
import { skipWithout } from '../../tenon/test/support/proxy-server.ts'
import { skipWithoutRedis } from '../../tenon/test/support/redis-server.ts'
import { untilHeading } from './accounts-page.ts'
import { logIn, password } from './accounts-site.ts'
import { deployApplication } from './deployed-application.ts'
import { workspace } from './scaffold.ts'

const skip = skipWithout('nginx') || skipWithoutRedis
const page = 'docs/platforms/helpdesk.md'
const text = readFileSync(join(workspace, page), 'utf8')

describe('the helpdesk, deployed as its page says', { skip }, () => {
  it('takes a request with a picture, mails the customer, and mails them the answer', async () => {
    await using files = await startS3OverTls()
    await using site = await deployApplication({
      template: 'helpdesk',
      page,
      editSite,
      variables: {
        STORAGE_URL: files.url,
        AWS_ACCESS_KEY_ID: 'S3RVER',
        AWS_SECRET_ACCESS_KEY: 'S3RVER',
        NODE_EXTRA_CA_CERTS: files.authority,
      },
    })
    await using ada = await site.open('/register')
    await ada.getByLabel('Name').fill('Ada Lovelace')
    await ada.getByLabel('Email address').fill('ada@example.com')
    await ada.getByLabel('Password', { exact: true }).fill(password)
    await ada.getByRole('button', { name: 'Create account' }).click()
    await untilHeading(ada, 'Check your mail')
    await ada.goto(await site.takeLink('ada@example.com', '/verify'))
    await ada.getByRole('button', { name: 'Verify my address' }).click()
    await ada.getByText('Your address is verified.', { exact: true }).waitFor()
    await logIn(ada, 'ada@example.com')
    const [founded = ''] = await Promise.all(commands().map((words) => site.run(...words)))
    await ada.goto('https://app.example/teams/1/tickets')
    await untilHeading(ada, 'Tickets')

    await using customer = await site.open('/contact/1')
    await customer.getByLabel('Your name').fill('Grace Hopper')
    await customer.getByLabel('Your email address').fill('grace@example.com')
    await customer.getByLabel('Subject').fill('The printer burns')
    await customer.getByLabel('What has happened?').fill('Since Monday.')
    await customer.getByLabel('Files').setInputFiles(picture)
    await customer.getByRole('button', { name: 'Send' }).click()
    await customer.getByText('We have sent you a mail').waitFor()
    await ada.getByRole('link', { name: 'The printer burns' }).click()
    await ada.getByRole('link', { name: 'burning.png' }).waitFor()
    await ada.getByLabel('Your answer').fill('Turn it off and on.')
    await ada.getByRole('button', { name: 'Send' }).click()
    await customer.goto(await site.takeLink('grace@example.com', '/requests/1'))
    await customer.getByText('Turn it off and on.').waitFor()

    assert.match(founded, /ada@example\.com owns the team Looms, number 1/)
    assert.deepEqual([ada.complaints, customer.complaints], [[], []])
  })
})

/** What follows `node main.js` on the page. */
function commands(): readonly (readonly string[])[] {
  const found = [...text.matchAll(/^node main\.js (.+)$/gm)].map(([, words = '']) => words)
  assert.deepEqual(found.length, 2)
  return found.map((words) => words.split(' '))
}

/** Changes the configuration of nginx with the command of the page. */
function editSite(site: string): string {
  const [, script = ''] = /^sed -i -e '(s\/client_max_body_size [^']+)'/m.exec(text) ?? []
  assert.notEqual(script, '')
  return execFileSync('sed', ['-e', script], { input: site, encoding: 'utf8' })
}

/** Larger than nginx and the application allow by default. */
const picture = {
  name: 'burning.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  ),
}
