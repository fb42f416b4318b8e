import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WantedVariants } from '../../stores/storage/pictures/make-variant.ts'
import { jobLists, toNewJob } from '../jobs/dispatch.ts'
import { sweepTask } from './sweep-task.ts'
import { queueVariants, variantsJob } from './variants-job.ts'

const wanted: WantedVariants = { disk: 'photos', key: 'a.jpeg', variants: [], maxPixels: 1_000_000 }

describe('the task that deletes files of no row', () => {
  it('runs every night, in production only', () => {
    const { pattern, environments } = sweepTask([])['~settings']

    assert.deepEqual([pattern, environments], ['40 3 * * *', ['production']])
  })
})

describe('the job that makes variants of a picture', () => {
  it('waits once for each picture', async () => {
    const settings = variantsJob['~settings']
    const jobs = await Promise.all([
      toNewJob(settings, wanted),
      toNewJob(settings, wanted),
      toNewJob(settings, { ...wanted, key: 'b.jpeg' }),
    ])

    const [first, again, other] = jobs.map(({ uniqueKey }) => uniqueKey)
    assert.equal(first, again)
    assert.notEqual(first, other)
  })

  it('takes nothing that names no variants', async () => {
    await assert.rejects(toNewJob(variantsJob['~settings'], { key: 'a.jpeg' }), {
      code: 'E_JOB_INPUT',
    })
  })

  it('is not queued where no worker knows it, because no column uses the disk', async () => {
    await assert.rejects(
      jobLists.run(new Set(['invoice']), () => queueVariants(wanted)),
      { code: 'E_DISK_VARIANT', message: /^The disk "photos" has variants/ },
    )
  })
})
