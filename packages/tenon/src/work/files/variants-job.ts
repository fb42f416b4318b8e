import type { StandardSchemaV1 } from '@standard-schema/spec'
import { SetupError } from '../../base/support/setup-error.ts'
import { currentStore } from '../../stores/storage/current-storage.ts'
import type { WantedVariants } from '../../stores/storage/pictures/make-variant.ts'
import { jobLists } from '../jobs/dispatch.ts'
import { job } from '../jobs/job.ts'

/**
 * The input, which only disks write. It describes each variant, so that a worker does not need the disk's declaration.
 */
const wanted: StandardSchemaV1<WantedVariants, WantedVariants> = {
  '~standard': {
    version: 1,
    vendor: 'tenon',
    validate: (value) =>
      isWanted(value) ? { value } : { issues: [{ message: 'It names no variants.' }] },
  },
}

function isWanted(value: unknown): value is WantedVariants {
  return typeof value === 'object' && value !== null && 'key' in value && 'variants' in value
}

/** Makes the variants of a picture. While the store is unavailable, the job retries for about ten hours. */
export const variantsJob = job('files:variants', wanted)
  .queue('pictures')
  .attempts(20)
  .backoff('2s', { max: '1h' })
  .timeout('5m')
  .unique(({ disk, key }) => `${disk}/${key}`)
  .run(async (input) => {
    // Load it here: most applications have no pictures.
    const { makeVariants } = await import('../../stores/storage/pictures/make-variant.ts')
    await makeVariants(await currentStore(), input)
  })

/** Queues the job that makes variants. Throws `E_DISK_VARIANT` if no worker would run it. */
export async function queueVariants(input: WantedVariants): Promise<void> {
  if (jobLists.get()?.has(variantsJob.name) === false) {
    throw new SetupError(
      'E_DISK_VARIANT',
      `The disk "${input.disk}" has variants, and no worker makes them, because no c.file() column uses the disk. Pass all models: application({ models }).`,
    )
  }
  await variantsJob.dispatch(input)
}
