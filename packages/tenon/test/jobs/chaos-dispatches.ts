import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { transaction } from '../../src/database.ts'
import { batch, pauseQueue, resumeQueue } from '../../src/jobs.ts'
import { queueMail } from '../../src/work/smtp/send-mail-job.ts'
import { message } from '../mail/message.ts'
import { exact, latest, part, photos, poison, rated, repeated, whole } from './chaos-jobs.ts'

const picture = await sharp({
  create: { width: 20, height: 20, channels: 3, background: '#1f6f5c' },
})
  .png()
  .toBuffer()

/** What must have happened in the end. */
export interface Dispatched {
  /** How many jobs of each kind there are, numbered from 0. */
  readonly count: number
  /** The numbers of the batches. */
  readonly batches: readonly number[]
  /** What each mail must carry, by its recipient. */
  readonly mails: ReadonlyMap<string, Buffer>
  readonly pictures: { readonly kept: readonly string[]; readonly deleted: readonly string[] }
}

/** Dispatches in every way, some of it in transactions that roll back. */
export async function dispatchFor(ms: number): Promise<Dispatched> {
  const end = performance.now() + ms
  const batches: number[] = []
  const mails = new Map<string, Buffer>()
  const kept: string[] = []
  const deleted: string[] = []
  let n = 0
  await poison.dispatchAll([{ n: 1 }, { n: 2 }])
  while (performance.now() < end) {
    await transaction(async () => {
      await exact.dispatch({ n })
      await repeated.dispatch({ n })
      await rated.dispatch({ n })
    })
    n += 1
    await exact.in('300ms').dispatch({ n })
    await repeated.dispatch({ n })
    await rated.dispatch({ n })
    n += 1
    await rollBack(async () => {
      await exact.dispatch({ n: -1 })
      await repeated.dispatch({ n: -1 })
    })
    await latest.in('20ms').dispatch({ n })
    await cancelSome()
    await (n % 40 < 8 ? pauseQueue('exact') : resumeQueue('exact'))
    if (n % 10 === 0) batches.push(await dispatchBatch(n))
    const key = await store()
    if (key !== undefined && n % 4 === 0) {
      const { to, content } = await post(n, key)
      mails.set(to, content)
      kept.push(key)
    } else if (key !== undefined) deleted.push(key)
    await delay(15) // time: jobs come one by one
  }
  await resumeQueue('exact')
  return { count: n, batches, mails, pictures: { kept, deleted } }
}

/** A job that runs may do its work before it hears of it; one that waits never does. */
async function cancelSome(): Promise<void> {
  const { id: running } = await repeated.dispatch({ n: -2 })
  const { id: waiting } = await exact.in('1h').dispatch({ n: -3 })
  if (running !== null) await repeated.cancel(running)
  if (waiting !== null) await exact.cancel(waiting)
}

/** Three parts, one of which is added later, and another batch that is cancelled. */
async function dispatchBatch(n: number): Promise<number> {
  const parts = [part.with({ n }), part.with({ n })]
  await transaction(async () => {
    const id = await batch(parts, { then: whole.with({ n }) }).dispatch()
    await batch.add(id, [part.with({ n })])
  })
  const late = part.in('1h').with({ n: -3 })
  const cancelled = await batch([late, late], { then: whole.with({ n: -3 }) }).dispatch()
  await batch.cancel(cancelled)
  return n
}

/** Stores a picture, whose variant a job makes; `undefined` while the store is away. */
async function store(): Promise<string | undefined> {
  try {
    return await transaction(() => photos.put(picture))
  } catch {
    return undefined
  }
}

/** Queues a mail with bytes and with a file of a disk, and another one that is rolled back. */
async function post(n: number, key: string): Promise<{ to: string; content: Buffer }> {
  const to = `${n}@example.com`
  const content = randomBytes(3000)
  const mail = {
    ...message,
    id: `<${n}@example.com>`,
    to: [{ name: '', address: to }],
    bcc: [],
    attachments: [{ name: 'a.bin', content: content.toString('base64') }],
    stored: [{ disk: 'photos', key, name: 'photo.png' }],
  }
  await queueMail(mail)
  await rollBack(() => queueMail({ ...mail, to: [{ name: '', address: 'nobody@example.com' }] }))
  return { to, content }
}

async function rollBack(body: () => Promise<void>): Promise<void> {
  await transaction(async () => {
    await body()
    throw new Error('rolled back')
  }).catch(() => {})
}
