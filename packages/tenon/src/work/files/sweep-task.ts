import { logContexts } from '../../base/log/log-context.ts'
import type { AnyModel } from '../../data/records/entity.ts'
import { task } from '../schedule/task.ts'
import type { Task } from '../schedule/scheduled-task.ts'

/** The minimum age of a deleted file. A row may follow long after its file: a form stays open, or a job is retried. */
const ageMs = 7 * 86_400_000

/**
 * Deletes files that no row refers to, every night at 03:40 UTC. Runs only in production, because a copy of the
 * application with another database may use the same store.
 */
export function sweepTask(models: readonly AnyModel[]): Task {
  return task('storage:sweep')
    .daily()
    .at('03:40')
    .environments('production')
    .run(() => sweep(models))
}

/** Deletes old files without a row. If there are too many, it deletes none: the database may be the wrong one. */
export async function sweep(models: readonly AnyModel[], nowMs = Date.now()): Promise<void> {
  const { deleteOrphan, findOrphansByDisk } = await import('../../stores/storage/sweep.ts')
  const { log } = logContexts.current
  for (const found of await findOrphansByDisk(models, new Date(nowMs - ageMs), nowMs)) {
    const { disk, of, areTooMany } = found
    const files = found.files.length
    if (areTooMany) {
      log.warn(tooMany, { disk, files, of })
      continue
    }
    for (const orphan of found.files) await deleteOrphan(orphan)
    log.info('Files that no row refers to were deleted', { disk, files })
  }
}

const tooMany =
  'More than half of the files of a disk belong to no row, so none was deleted. Look at them with "storage:sweep"; perhaps this is another application\'s store'
