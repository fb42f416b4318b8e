import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startDevelopment } from '../development/start-development.ts'
import { until } from '../support/until.ts'
import { startHelpdesk, type HelpdeskSite } from './helpdesk-site.ts'

// In development, the console also has the warnings of React.
describe('the helpdesk in development, in Chromium', { timeout: 300_000 }, () => {
  let site: HelpdeskSite
  before(async () => {
    site = await startHelpdesk(startDevelopment)
  })
  after(() => site?.[Symbol.asyncDispose]())

  it('shows two members what the other one does without a reload, and that they are there', async () => {
    await using ada = await site.openAs('ada@example.com')
    await using grace = await site.openAs('grace@example.com')
    await site.show(ada, '/teams/1/tickets/2')
    await site.show(grace, '/teams/1/tickets/2')
    await ada.getByText('Also here: Grace Hopper').waitFor()
    // A reload would lose it.
    for (const page of [ada, grace]) await page.evaluate('globalThis.isSame = true')

    await grace.getByLabel('Your answer').pressSequentially('Have you moved?')
    await ada.getByText('Grace Hopper is writing an answer.').waitFor()
    await grace.getByRole('button', { name: 'Send' }).click()
    await ada.getByText('Have you moved?').waitFor()
    await ada.getByLabel('Status').selectOption('Solved')
    await ada.getByRole('button', { name: 'Save' }).click()
    await grace.getByText('Status: Solved.').waitFor()

    assert.equal(await grace.getByLabel('Status').inputValue(), 'solved')
    assert.equal(await ada.evaluate('globalThis.isSame'), true)
    assert.equal(await grace.evaluate('globalThis.isSame'), true)
    assert.deepEqual([...ada.complaints, ...grace.complaints], [])
  })

  it('keeps what a member has chosen while a colleague decides about the same ticket, and shows the rest', async () => {
    await using ada = await site.openAs('ada@example.com')
    await using grace = await site.openAs('grace@example.com')
    await site.show(ada, '/teams/1/tickets/3')
    await site.show(grace, '/teams/1/tickets/3')
    await ada.getByText('Also here: Grace Hopper').waitFor()
    const changed = ada.getByText('The ticket has changed meanwhile.')
    const read = async () => [
      await ada.getByLabel('Priority').inputValue(),
      await ada.getByLabel('Cost').inputValue(),
      await ada.getByLabel('Due').inputValue(),
      await ada.locator(':focus').getAttribute('name'),
    ]

    await ada.getByLabel('Priority').selectOption('Low')
    await ada.getByLabel('Cost').fill('7.5')
    await grace.getByLabel('Priority').selectOption('Urgent')
    await grace.getByLabel('Due').fill('2027-02-02')
    await grace.getByRole('button', { name: 'Save' }).click()
    await changed.waitFor()
    const meanwhile = await read()
    await ada.getByLabel('Cost').press('Enter')
    await changed.waitFor({ state: 'detached' })
    await grace.getByText('Priority: Low.').waitFor()
    // The page that shows it to Grace may come before the answer to Ada.
    await until(async () => (await ada.getByLabel('Cost').inputValue()) === '7.50')

    assert.deepEqual(meanwhile, ['low', '7.5', '2027-02-02', 'cost'])
    assert.deepEqual(await read(), ['low', '7.50', '2027-02-02', 'cost'])
    assert.equal(await grace.getByLabel('Priority').inputValue(), 'low')
    assert.equal(await grace.getByLabel('Cost').inputValue(), '7.50')
    assert.deepEqual([...ada.complaints, ...grace.complaints], [])
  })

  it('takes a request of a customer to the list of the team, which shows it at once', async () => {
    await using ada = await site.openAs('ada@example.com')
    await using customer = await site.open('/contact/1', { locale: 'de' })
    await site.show(ada, '/teams/1/tickets')

    await customer.getByLabel('Dein Name').fill('Grete')
    await customer.getByLabel('Deine E-Mail-Adresse').fill('grete@example.com')
    await customer.getByLabel('Betreff').fill('Der Webstuhl klemmt')
    await customer.getByLabel('Was ist passiert?').fill('Seit heute.')
    await customer.getByRole('button', { name: 'Senden' }).click()
    await customer.getByText('Wir haben dir eine Mail').waitFor()

    await ada.getByRole('link', { name: 'Der Webstuhl klemmt' }).waitFor()
    assert.deepEqual([...ada.complaints, ...customer.complaints], [])
  })

  it('keeps a note for the team from the customer, without a file and with one', async () => {
    await using page = await site.openAs('ada@example.com')
    await site.show(page, '/teams/1/tickets/3')
    const file = { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('It stops.') }

    for (const [text, files] of [
      ['They have called twice.', []],
      ['They have sent this.', [file]],
    ] as const) {
      await page.getByLabel('Your answer').fill(text)
      await page.getByLabel('Files').setInputFiles([...files])
      await page.getByLabel('Only a note for the team').check()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText(text).waitFor()
      await page.getByText('The note is added.').waitFor()
    }

    assert.equal(await page.getByText('The answer is sent.').count(), 0)
    assert.deepEqual(page.complaints, [])
  })
})
