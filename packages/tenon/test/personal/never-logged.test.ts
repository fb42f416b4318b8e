import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { it } from 'node:test'
import { get, handler, json, post, routes } from 'tenon'
import { currentDatabase, sql } from 'tenon/database'
import { job } from 'tenon/jobs'
import { log } from 'tenon/log'
import { c, Model } from 'tenon/models'
import { z } from 'zod'
import { createLog } from '../../src/base/log/create-log.ts'
import { mailServers, MailServerLink } from '../../src/work/smtp/mail-server-link.ts'
import { deliverMailJob } from '../../src/work/smtp/send-mail-job.ts'
import { serve } from '../auth/serve.ts'
import { JobStage } from '../jobs/job-stage.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Person extends Model('people', {
  id: c.id(),
  name: c.text().personal({ of: 'id' }),
  email: c.text().unique({ caseInsensitive: true }).personal(),
  born_on: c.date().nullable().personal(),
  about: c.text().nullable().personal(),
  address: c
    .json(z.object({ street: z.string() }))
    .nullable()
    .personal(),
  plan: c.text().default('free'),
}) {}

const ada = {
  name: 'Ada',
  email: 'Ada.Lovelace@example.com',
  born_on: '1815-12-10',
  about: 'She wrote the first program. '.repeat(50),
  address: { street: "12 St James's Square" },
}

const fails = job('fails', z.object({ id: z.number() })).run(async ({ id }) => {
  const { email } = await Person.findOrFail(id)
  throw new Error(`550 no mailbox ${email}`)
})

const first = () => Person.findOrFail(1)

const kept: Person[] = []

/** Ways to log a person, by path. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  '/record': async () => log.info('Read', { person: await first() }),
  '/list': async () => log.info('Read', { found: { people: await Person.all() } }),
  '/json': async () => log.info('Read', { person: (await first()).toJSON() }),
  '/values': async () => {
    const { name, email, born_on, about, address } = await first()
    log.warn(`Read ${email}, ${about}`, { name, born_on, address, mails: [email.toUpperCase()] })
  },
  '/nested': async () => {
    const { email } = await first()
    log.info('Paid', { payment: { method: email, route: [{ time: email }] }, of: { [email]: 1 } })
  },
  // A record of another request, whose values this one has not read.
  '/kept': async () => log.info('Kept', { kept: [{ person: kept[0], of: { a: kept } }] }),
  '/shown': async () => log.info(inspect(await first())),
  '/message': async () => {
    throw new Error(`No mailbox ${(await first()).email}`)
  },
  '/cause': async () => {
    const { email } = await first()
    throw new Error('Failed', { cause: new Error(`550 ${encodeURIComponent(email)}`) })
  },
  '/raw': async () => {
    const { email } = await first()
    await currentDatabase().query(
      sql`insert into people (name, email, plan) values ('x', ${email}, 'x')`,
    )
  },
}

const web = routes([
  ...Object.entries(ways).map(([path, run]) =>
    get(
      path,
      handler({}).run(async () => json({ done: (await run()) === undefined })),
    ),
  ),
  post(
    '/twice',
    handler({}).run(async () => json(await Person.create({ ...ada, plan: 'free' }))),
  ),
  post(
    '/renamed',
    handler({}).run(async () => {
      await (await first()).update({ name: 'securityEvent', about: 'info' })
      log.info('Hello', { securityEvent: 'securityEvent', who: 'securityEvent' })
      return json({})
    }),
  ),
  get(
    '/keep',
    handler({}).run(async () => json({ count: kept.splice(0, 9, await first()).length })),
  ),
  get(
    '/sent',
    handler({}).run(async () => json(await first())),
  ),
])

/** Whether a text has anything of Ada, in any case or form. */
const has = (text: string) =>
  /Ada.?Lovelace|1815-12-10|first program|St James|"Ada"|Ada%|example\.com/i.test(text)

forEachDialect('a personal column', (open) => {
  const start = async () => {
    const app = await serve(
      { routes: web, models: { Person } },
      { databaseUrl: await open.url(), tables: [Person] },
    )
    const program = app.program()
    await program.post('/twice', {})
    await program.get('/keep')
    return { app, program }
  }

  it('is in no line of the log, however it is logged', async () => {
    const { app, program } = await start()
    await using _ = app

    const answers = []
    for (const path of Object.keys(ways)) answers.push(await program.get(path))
    const twice = await program.post('/twice', {})

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200, 200, 500, 500, 409],
    )
    assert.notEqual(twice.status, 200)
    assert.ok(app.lines.some((line) => line.includes('[personal]')))
    assert.deepEqual(app.lines.filter(has), [])
  })

  it('is sent', async () => {
    const { app, program } = await start()
    await using _ = app

    const sent = await program.get('/sent')

    assert.ok(has(sent.text))
  })

  it('leaves the names of fields and events alone, whatever a user is called', async () => {
    const { app, program } = await start()
    await using _ = app
    await program.post('/renamed', {})

    const [line = ''] = app.lines.filter((each) => each.includes('Hello'))

    const { level, securityEvent, msg, who } = JSON.parse(line)
    assert.deepEqual(
      { level, securityEvent, msg, who },
      { level: 'info', securityEvent: 'securityEvent', msg: 'Hello', who: '[personal]' },
    )
  })

  it('is not in what a failed job leaves', async () => {
    const database = await open()
    await createTables(database, Person)
    const stage = await JobStage.on(database)
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLog({ level: 'debug', format: 'json', destination })

    await stage.in(async () => {
      const { id } = await Person.create(ada)
      await fails.dispatch({ id })
      await stage.worker([fails], { log, clock: { now: () => Date.now() } }).runDue()
    })

    const rows = await database.query<{ error: string; stack: string }>(
      sql`select error, stack from tenon_jobs`,
    )
    assert.match(rows[0]?.error ?? '', /^Error: 550 no mailbox \[personal\]/)
    assert.ok(lines.length > 0)
    assert.deepEqual([...lines, JSON.stringify(rows)].filter(has), [])
  })

  it('is not in what a refused mail leaves', async () => {
    const stage = await JobStage.on(await open())
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLog({ level: 'debug', format: 'json', destination })
    const refusing = new MailServerLink({
      verify: async () => {},
      send: async (_, to) => {
        throw new Error(`550 no mailbox ${to}`)
      },
    })
    const mail = { id: '1', subject: 'Hello', onlyTo: ada.email, to: [], files: 0 }

    await stage.in(() =>
      mailServers.run(refusing, async () => {
        await deliverMailJob.dispatch(mail as never)
        const worker = stage.worker([deliverMailJob], { log, clock: { now: () => Date.now() } })
        await worker.runDue()
      }),
    )

    const rows = await stage.database.query<{ error: string }>(sql`select error from tenon_jobs`)
    assert.match(rows[0]?.error ?? '', /550 no mailbox \[personal\]/)
    assert.deepEqual([...lines, JSON.stringify(rows)].filter(has), [])
  })
})
