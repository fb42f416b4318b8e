import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect, type OpenDatabase } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'

const file = join(import.meta.dirname, 'app/main.ts')

forEachDialect('the commands of jobs', (open) => {
  it('jobs:work runs what another process has dispatched, and stops cleanly', async () => {
    const place = await Place.migrated(open)
    using app = await place.serve()
    using work = place.start(['jobs:work'])
    await work.says(/The worker runs jobs/)

    await app.post('/notes/hello')

    await place.hasWritten('hello')
    work.child.kill('SIGTERM')
    assert.equal((await work.ended).code, 0)
  })

  it('work runs jobs and scheduled tasks', async () => {
    const place = await Place.migrated(open)
    using app = await place.serve()
    using work = place.start(['work'])

    await app.post('/notes/hello')

    await place.hasWritten('hello')
    await place.hasWritten('tick')
    work.child.kill('SIGTERM')
    assert.equal((await work.ended).code, 0)
  })

  it('serve --work does everything in one process', async () => {
    const place = await Place.migrated(open)
    using app = await place.serve(['serve', '--work'])

    await app.post('/notes/hello')

    await place.hasWritten('hello')
    await place.hasWritten('tick')
    app.child.kill('SIGTERM')
    assert.equal((await app.ended).code, 0)
  })

  it('run a job whose process was killed right after the commit', async () => {
    const place = await Place.migrated(open)
    using app = await place.serve()

    await assert.rejects(app.post('/killed/kept'))
    using work = place.start(['jobs:work'])

    await place.hasWritten('kept')
    work.child.kill('SIGTERM')
    await work.ended
  })

  it('list, show, count, retry and forget what has failed', async () => {
    const place = await Place.migrated(open)
    using app = await place.serve()
    using work = place.start(['jobs:work', '--queue=paper', '--concurrency=2'])
    await app.post('/torn')
    await app.post('/notes/hello')
    await work.says(/has failed for good/)
    work.child.kill('SIGTERM')
    await work.ended

    const list = await place.run(['jobs:list', '--state=failed'])
    const id = /^(\d+)/m.exec(list.stdout)?.[1] ?? ''
    const show = await place.run(['jobs:show', id])
    const stats = await place.run(['jobs:stats'])
    const retry = await place.run(['jobs:retry', id])
    const again = await place.run(['jobs:retry', id])
    const forget = await place.run(['jobs:forget', '--name=fail-note'])
    const gone = await place.run(['jobs:show', id])

    assert.match(list.stdout, /fail-note\s+paper\s+failed\s+1\/1\s.*The paper is torn/)
    assert.match(show.stdout, /\{"text":"torn"\}[^]*at .*main\.[jt]s/)
    assert.match(stats.stdout, /default\s+write-note\s+ready\s+1[^]*paper\s+fail-note\s+failed\s+1/)
    assert.equal(retry.stdout, `Ready again: ${id}\n`)
    assert.deepEqual([again.code, again.stdout], [1, 'No such job can be changed.\n'])
    assert.equal(forget.stdout, `Deleted: ${id}\n`)
    assert.deepEqual(
      [gone.code, gone.stderr],
      [1, `There is no job ${id}. A job that is done is deleted.\n`],
    )
  })

  it('list jobs in pages, and name the states if there is none of that name', async () => {
    const place = await Place.migrated(open)
    using app = await place.serve()
    for (const text of ['one', 'two', 'three']) await app.post(`/notes/${text}`)

    const nonsense = await place.run(['jobs:list', '--state=nonsense'])
    const none = await place.run(['jobs:list', '--limit=0'])
    const empty = await place.run(['jobs:list', '--state=failed'])
    const help = await place.run(['help', 'jobs:list'])
    const first = await place.run(['jobs:list', '--state=ready', '--limit=2'])
    const before = /--before=(\d+)/.exec(first.stdout)?.[0] ?? ''
    const second = await place.run(['jobs:list', '--state=ready', '--limit=2', before])

    const states = 'ready, delayed, behind, running, crashed, failed, done'
    assert.deepEqual(
      [nonsense.code, nonsense.stderr, none.code],
      [64, `There is no state "nonsense". The states are: ${states}.\n`, 64],
    )
    assert.equal(empty.stdout, 'No jobs.\n')
    assert.match(help.stdout, new RegExp(states))
    assert.deepEqual([idsOf(first.stdout), idsOf(second.stdout)], [['3', '2'], ['1']])
  })

  it('pause and resume a queue, and cancel a job', async () => {
    const place = await Place.migrated(open)
    using app = await place.serve()
    await app.post('/torn')

    const answers = [
      await place.run(['jobs:pause', 'paper']),
      await place.run(['jobs:stats']),
      await place.run(['jobs:resume', 'paper']),
      await place.run(['jobs:cancel', '1']),
      await place.run(['jobs:cancel', '1']),
      await place.run(['jobs:pause', 'papier']),
      await place.run(['jobs:resume']),
    ]

    assert.deepEqual(
      answers.map(({ code }) => code),
      [0, 0, 0, 0, 1, 64, 64],
    )
    assert.match(
      answers[0]?.stdout ?? '',
      /The queue "paper" is paused\. To go on: jobs:resume paper/,
    )
    assert.match(answers[1]?.stdout ?? '', /The queue "paper" has been paused since \d/)
    assert.equal(answers[3]?.stdout, 'Cancelled: 1\n')
    assert.match(answers[5]?.stderr ?? '', /No job uses the queue "papier"/)
    assert.match(answers[6]?.stderr ?? '', /Usage: jobs:resume <queue>/)
  })

  it('pause and resume a queue that jobs are only dispatched into', async () => {
    const place = await Place.migrated(open)
    using app = await place.serve()
    await app.post('/elsewhere/hello')

    const pause = await place.run(['jobs:pause', 'elsewhere'])
    const cancel = await place.run(['jobs:cancel', '1'])
    const resume = await place.run(['jobs:resume', 'elsewhere'])

    assert.deepEqual([pause.code, cancel.code, resume.code], [0, 0, 0])
  })

  it('refuse an unknown queue, and a missing or malformed id', async () => {
    const place = await Place.migrated(open)

    const queue = await place.run(['jobs:work', '--queue=papier'])
    const show = await place.run(['jobs:show'])
    const retry = await place.run(['jobs:retry', 'x'])

    assert.match(queue.stderr, /No job uses the queue "papier"\. The queues are: default, paper\./)
    assert.deepEqual([show.code, retry.code], [64, 64])
  })
})

function idsOf(table: string): readonly string[] {
  return [...table.matchAll(/^\d+/gm)].map(([id]) => id)
}

/** A migrated database, and a file that the application writes to. */
class Place {
  readonly #environment: Readonly<Record<string, string>>
  readonly #output = join(mkdtempSync(join(tmpdir(), 'tenon-jobs-')), 'output')

  constructor(databaseUrl: string) {
    this.#environment = { DATABASE_URL: databaseUrl, OUTPUT_FILE: this.#output }
  }

  static async migrated(open: OpenDatabase): Promise<Place> {
    const place = new Place(await open.url())
    await place.run(['migrate'])
    return place
  }

  run(argv: readonly string[]) {
    return startBinary(this.#environment, { file, argv }).ended
  }

  start(argv: readonly string[]) {
    const { child, output, ended } = startBinary(this.#environment, { file, argv })
    const says = async (text: RegExp): Promise<void> => {
      while (!text.test(output.stdout)) await once(child.stdout, 'data')
    }
    return { child, ended, says, [Symbol.dispose]: () => void child.kill('SIGKILL') }
  }

  async serve(argv: readonly string[] = []) {
    const {
      child,
      ended,
      port,
      [Symbol.dispose]: stop,
    } = await startServing(this.#environment, { file, argv })
    const post = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' })
    return { child, ended, post, [Symbol.dispose]: stop }
  }

  async hasWritten(line: string): Promise<void> {
    await until(() => existsSync(this.#output))
    await until(() => readFileSync(this.#output, 'utf8').split('\n').includes(line))
  }
}
