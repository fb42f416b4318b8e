import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { transaction } from '../../src/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { createJobTables } from '../../src/work/jobs/job-tables.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { mailServers, MailServerLink } from '../../src/work/smtp/mail-server-link.ts'
import { deliverMailJob, queueMail, sendMailJob } from '../../src/work/smtp/send-mail-job.ts'
import { JobStage } from '../jobs/job-stage.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { message } from './message.ts'
import { startMailServer } from './smtp-server.ts'

const picture = randomBytes(300_000)
const withFiles = {
  ...message,
  bcc: [],
  attachments: [
    ...message.attachments,
    { name: 'picture.bin', content: picture.toString('base64') },
  ],
}

forEachDialect('the files of a queued mail', (open) => {
  it('are kept beside its job, are sent whole, and go with it', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => queueMail(withFiles))
    await using server = await startMailServer()
    const [before] = await stage.database.query<{ length: number }>(
      sql`select length(input) as length from tenon_jobs`,
    )
    const kept = await countFiles(stage)

    await deliver(stage, server.port)

    assert.ok((before?.length ?? Infinity) < 1000)
    assert.equal(kept, 2)
    const source = server.received[0]?.source ?? ''
    assert.match(source, /Content-Type: application\/pdf; name=a\.pdf/)
    assert.ok(source.replaceAll('\r\n', '').includes(picture.toString('base64')))
    assert.deepEqual(await stage.rows(), [])
    assert.equal(await countFiles(stage), 0)
  })

  it('are not kept if the transaction around it rolls back', async () => {
    const stage = await JobStage.on(await open())

    const undone = stage.in(() =>
      transaction(async () => {
        await queueMail(withFiles)
        throw new RangeError('changed my mind')
      }),
    )

    await assert.rejects(undone, RangeError)
    assert.deepEqual([await stage.rows(), await countFiles(stage)], [[], 0])
  })

  it('reach every recipient, also those who get them later', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => queueMail({ ...withFiles, bcc: message.bcc }))
    const queued = await countFiles(stage)
    let isOpen = false
    await using server = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === 'hidden@example.com' && !isOpen ? refusal(450, 'Greylisted') : null),
    })

    await deliver(stage, server.port)
    const waiting = await countFiles(stage)
    isOpen = true
    await deliver(stage, server.port, 60_000)

    assert.deepEqual(
      server.received.map(({ recipients }) => recipients),
      [['ada@example.com'], ['hidden@example.com']],
    )
    assert.ok(server.received[1]?.source.includes('name=a.pdf'))
    assert.deepEqual([queued, waiting, await countFiles(stage)], [4, 2, 0])
  })

  it('are sent with a mail that an earlier version has queued', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => sendMailJob.dispatch({ ...withFiles, bcc: message.bcc }))
    await stage.in(() =>
      sendMailJob.dispatch({ ...withFiles, id: '<6@example.com>', onlyTo: 'ada@example.com' }),
    )
    await using server = await startMailServer()

    await deliver(stage, server.port)
    await deliver(stage, server.port)

    assert.deepEqual(server.received.map(({ recipients }) => recipients.join()).toSorted(), [
      'ada@example.com',
      'ada@example.com',
      'hidden@example.com',
    ])
    assert.ok(server.received.every(({ source }) => source.includes('name=picture.bin')))
    assert.deepEqual([await stage.rows(), await countFiles(stage)], [[], 0])
  })

  it('stay with a mail that was refused until it is sent after all, or forgotten', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => queueMail(withFiles))
    await stage.in(() => queueMail({ ...withFiles, id: '<6@example.com>' }))
    let isOpen = false
    await using server = await startMailServer({
      onRcptTo: (_address, _session, done) => done(isOpen ? null : refusal(550, 'No')),
    })
    const records = new JobRecords(stage.database)

    await deliver(stage, server.port)
    const refused = await stage.rows()
    const kept = await countFiles(stage)
    isOpen = true
    await records.retry({ ids: [refused[0]?.id ?? 0] })
    await deliver(stage, server.port)
    const afterRetry = await countFiles(stage)
    await records.forget({ name: deliverMailJob.name })

    assert.deepEqual(
      refused.map(({ state }) => state),
      ['failed', 'failed'],
    )
    assert.ok(server.received[0]?.source.includes('name=picture.bin'))
    assert.deepEqual([kept, afterRetry, await countFiles(stage)], [4, 2, 0])
  })

  it('need a table that is added to those of an earlier version', async () => {
    const stage = await JobStage.on(await open())
    await stage.database.query(sql`drop table tenon_mail_attachments`)

    const early = stage.in(() => queueMail(withFiles))
    await assert.rejects(early, { code: 'E_JOB_TABLES' })
    const before = await stage.rows()
    await createJobTables(stage.database)
    await stage.in(() => queueMail(withFiles))

    assert.deepEqual([before, await countFiles(stage)], [[], 2])
  })

  it('are not left out: a mail whose files are gone is not sent', async () => {
    const stage = await JobStage.on(await open())
    await stage.in(() => queueMail(withFiles))
    await stage.database.query(sql`delete from tenon_mail_attachments`)
    await using server = await startMailServer()

    await deliver(stage, server.port)

    const [row] = await stage.rows()
    assert.equal(row?.state, 'failed')
    assert.match(row.error ?? '', /files/)
    assert.equal(server.received.length, 0)
  })
})

/** Runs what is due, after a pause in the stage's time. */
async function deliver(stage: JobStage, port: number, pauseMs = 0): Promise<void> {
  stage.now = Math.max(stage.now, Date.now()) + pauseMs
  using link = new MailServerLink(`smtp://127.0.0.1:${port}`)
  await mailServers.run(link, () => stage.run(deliverMailJob, sendMailJob))
}

async function countFiles({ database }: JobStage): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) as count from tenon_mail_attachments`,
  )
  return row?.count ?? NaN
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
