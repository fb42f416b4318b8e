import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { skipWithout } from '../../tenon/test/support/proxy-server.ts'
import { skipWithoutRedis } from '../../tenon/test/support/redis-server.ts'
import { untilHeading } from './accounts-page.ts'
import { logIn, password } from './accounts-site.ts'
import { deployApplication, type ProcessName } from './deployed-application.ts'

const skip = skipWithout('nginx') || skipWithoutRedis

describe('the application with accounts, deployed as the guide says', { skip }, () => {
  it('registers a user by a mail, and goes on after a restart of each process', async () => {
    await using site = await deployApplication({
      template: 'accounts',
      page: 'docs/guide/deployment.md',
    })
    await using page = await site.open('/register')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await untilHeading(page, 'Check your mail')
    await page.goto(await site.takeLink('ada@example.com', '/verify'))
    await page.getByRole('button', { name: 'Verify my address' }).click()
    await page.getByText('Your address is verified.', { exact: true }).waitFor()
    await logIn(page, 'ada@example.com')
    await untilHeading(page, 'Hello, Ada Lovelace')

    // oxfmt-ignore
    const names: readonly ProcessName[] = ['web', 'other web', 'work', 'nginx', 'postgres', 'redis', 'mail']
    for (const name of names) {
      await site.restart[name]()
      await page.reload()
      await untilHeading(page, 'Hello, Ada Lovelace')
    }
    await using guest = await site.open('/forgot-password')
    await guest.getByLabel('Email address').fill('ada@example.com')
    await guest.getByRole('button', { name: 'Send the link' }).click()
    await guest.goto(await site.takeLink('ada@example.com', '/reset-password'))
    await guest.getByLabel('New password', { exact: true }).fill('another good password')
    await guest.getByRole('button', { name: 'Change password' }).click()
    await guest.getByText('Log in with the new one').waitFor()

    assert.deepEqual([page.complaints, guest.complaints], [[], []])
  })
})
