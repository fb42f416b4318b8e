import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { toCsvLine } from '../app/csv.ts'
import type { Team } from '../app/models/team.ts'
import { Ticket } from '../app/models/ticket.ts'
import { readCsv } from '../app/read-csv.ts'
import { tickets } from '../database/factories/ticket.ts'
import type { Client } from './log-in.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

const header = 'subject,body,customer,email\n'
const plan = { key: 'plan', name: 'Plan', kind: 'choice' as const, choices: ['Small', 'Large'] }
const seats = { key: 'seats', name: 'Seats', kind: 'number' as const, choices: [] }

describe('the file of a list', () => {
  it('comes back as the same tickets in another team, and once only', async () => {
    await using app = await openApp()
    const [from, to] = [await member(app, 'admin'), await member(app, 'admin')]
    for (const { team } of [from, to]) await team.update({ fields: [plan, seats] })
    await tickets.create({
      team_id: from.team.id,
      subject: `=1+1, "twice"; 'and'`,
      body: "'=not a formula\r\nüß ☃",
      status: 'solved',
      priority: 'urgent',
      due_on: '2026-12-01',
      cost: '12.50',
      fields: { plan: 'Large', seats: -2.5 },
    })
    await tickets.create({ team_id: from.team.id, subject: "''-" })
    const file = await from.client.get(route('tickets.download', { team: from.team.id }))

    const first = await send(to.client, to.team, file.text)
    const second = await send(to.client, to.team, file.text)
    const again = await to.client.get(route('tickets.download', { team: to.team.id }))

    assert.deepEqual(reportOf(first), { added: 2, refused: 0, problems: [], isCut: false })
    assert.deepEqual(reportOf(second)?.problems, [
      { line: 2, text: 'There is such a ticket already' },
      { line: 3, text: 'There is such a ticket already' },
    ])
    assert.deepEqual(withoutKeys(again.text), withoutKeys(file.text))
  })
})

describe('an import', () => {
  it('adds what is right, and says of each other line what is wrong', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')
    await team.update({ fields: [plan] })

    const sent = await send(
      client,
      team,
      '\uFEFFSubject;body;customer;email;status;due;fields.plan\n' +
        'Printer;It burns;Grace;Grace@Example.com;;;Large\n' +
        '\n' +
        ';"It\nburns";Grace;grace;closed;2026-02-30;\n' +
        'Screen;5" wide;Grace;grace@example.com;;;Huge\n' +
        'Printer;It burns;Grace;grace@example.com;;;',
    )

    assert.deepEqual(reportOf(sent), {
      added: 1,
      refused: 3,
      problems: [
        {
          line: 4,
          text:
            'subject: Enter a subject; email: Enter an email address, such as ada@example.com; ' +
            'status: Choose one of the list; due: Enter a day',
        },
        { line: 6, text: 'fields.plan: Choose one of the list' },
        { line: 7, text: 'There is such a ticket already' },
      ],
      isCut: false,
    })
    const { customer_email, status, fields } = await Ticket.of(team).firstOrFail()
    assert.deepEqual(
      [customer_email, status, fields],
      ['grace@example.com', 'open', { plan: 'Large' }],
    )
  })

  it('refuses a file without the columns, with others, with nothing, and a picture', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')

    const missing = await send(client, team, 'subject,body\nPrinter,It burns')
    const unknown = await send(client, team, `${header.trim()},stats\n`)
    const empty = await send(client, team, '\n\n')
    const picture = await send(client, team, new Uint8Array([0x89, 0x50, 0xff, 0xd8]))
    const large = await send(client, team, header + 'x'.repeat(2 ** 20))
    const none = await client.post(route('imports.store', { team: team.id }), {})

    missing.assertErrors({ file: 'Columns are missing in the first line: customer, email' })
    unknown.assertErrors({ file: 'There are no such columns: stats' })
    empty.assertErrors({ file: 'The file is empty' })
    picture.assertErrors({ file: 'From here on the file is not CSV in UTF-8' })
    large.assertErrors({ file: 'The file is too large: send it in parts' })
    none.assertErrors({ file: 'Choose a file' })
  })

  it('keeps what stands before a quote that does not end', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')

    const sent = await send(
      client,
      team,
      `${header}Printer,"It\nburns",Grace,grace@example.com\n"Screen,x\n`,
    )

    assert.deepEqual(reportOf(sent)?.problems, [
      { line: 4, text: 'From here on the file is not CSV in UTF-8' },
    ])
    assert.equal(await Ticket.of(team).count(), 1)
  })

  it('names the line of a character that is not UTF-8, and adds those before it', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')
    const lines = `${header}Printer,It burns,Grace,grace@example.com\nScreen,T\u00fcr,Grace,grace@example.com\n`

    const sent = await send(client, team, new Uint8Array(Buffer.from(lines, 'latin1')))

    assert.deepEqual(reportOf(sent), {
      added: 1,
      refused: 1,
      problems: [{ line: 3, text: 'From here on the file is not CSV in UTF-8' }],
      isCut: false,
    })
  })

  it('reads 10,000 lines, and names the first hundred that it refuses', async () => {
    await using app = await openApp()
    const { client, team } = await member(app, 'admin')

    const sent = await send(client, team, header + 'x,,,\n'.repeat(10_001))

    const { added, refused, problems, isCut } = reportOf(sent) ?? {}
    assert.deepEqual([added, refused, problems?.length, isCut], [0, 10_000, 100, true])
  })

  it('is for administrators', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)

    const sent = await send(client, team, header)

    sent.assertStatus(403)
  })
})

describe('CSV', () => {
  it('is read as it was written, wherever its bytes are torn', async () => {
    const records = [
      ['a', '', 'ä☃'],
      ['"', '""', 'x"y'],
      ['\r\n', ',;', "'"],
      ['=1', "'=1", '-'],
      ['', '', ' '],
    ]
    const bytes = Buffer.from(records.map(toCsvLine).join(''))

    for (const size of [1, 2, 3, 7, bytes.length]) {
      const read = []
      for await (const { cells } of readCsv(tear(bytes, size))) read.push(cells)
      assert.deepEqual(read, records, `pieces of ${size}`)
    }
  })
})

async function* tear(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function send(client: Client, team: Team, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new File([content], 'tickets.csv', { type: 'text/csv' }))
  return client.post(route('imports.store', { team: team.id }), form)
}

function reportOf(sent: Awaited<ReturnType<typeof send>>) {
  return sent.page('Tickets/Import').props.report
}

function withoutKeys(file: string): readonly string[] {
  return file
    .split('\r\n')
    .map((line) => line.replace(/^\d+,/, ''))
    .toSorted()
}
