import { exitCode, type Command } from '../../../base/console/command.ts'
import { toMoment } from '../../../base/console/moment.ts'
import { toTable } from '../../../base/console/table.ts'
import type { OrphanedFile } from '../../../stores/storage/sweep.ts'
import { parseDuration } from '../../../base/support/duration.ts'
import type { CommandContext } from '../../runtime/command-context.ts'
import { destructiveOptions, hasConsent } from './consent.ts'

export const storageSweep: Command<CommandContext> = {
  name: 'storage:sweep',
  summary: 'List files that no row refers to, or delete them with --delete',
  options: {
    delete: { type: 'boolean', summary: 'Delete them (in production only with --force)' },
    force: destructiveOptions.force,
    all: { type: 'boolean', summary: 'With --delete: also if that is more than half of a disk' },
    older: { type: 'string', summary: 'Only files at least this old, such as 7d (default 1d)' },
  },
  async run(context, call) {
    const older = call.value('older') ?? '1d'
    const ageMs = parseDuration(older)
    if (ageMs === undefined) {
      call.fail(`"${older}" is not a duration. Write for example --older=7d.`)
      return exitCode.usage
    }
    const warning = 'storage:sweep --delete deletes files for good'
    if (call.has('delete') && !(await hasConsent(context, call, warning))) return exitCode.failed
    const { models = {} } = context.application
    const { findOrphansByDisk, deleteOrphan } = await import('../../../stores/storage/sweep.ts')
    const before = new Date(Date.now() - ageMs)
    const kept: string[] = []
    await context.withServices(async () => {
      const found = await findOrphansByDisk(Object.values(models), before)
      const rows = found.flatMap(({ files }) => files.map(toRow))
      call.print(rows.length === 0 ? nothing : toTable(['DISK', 'FILE', 'BYTES', 'CHANGED'], rows))
      if (rows.length === 0) return
      if (!call.has('delete')) return call.print(listed)
      for (const { disk, files, of, areTooMany } of found) {
        if (areTooMany && !call.has('all')) kept.push(tooMany(disk, files.length, of))
        else for (const orphan of files) await deleteOrphan(orphan)
      }
      if (kept.length < found.length) call.print(kept.length === 0 ? deleted : othersDeleted)
      for (const reason of kept) call.fail(reason)
    })
    return kept.length === 0 ? exitCode.ok : exitCode.failed
  },
}

function toRow({ disk, name, sizeBytes, changedAt }: OrphanedFile): string[] {
  return [disk, name, String(sizeBytes), toMoment(changedAt)]
}

function tooMany(disk: string, files: number, of: number): string {
  return `${files} of the ${of} files of the disk "${disk}" belong to no row, so none of them was deleted: the database or the store may be another application's. Run it with --all if they are to go.`
}

const nothing = 'Every file belongs to a row.'
const deleted = 'They were deleted.'
const othersDeleted = 'Those of the other disks were deleted.'
const listed = 'Nothing was deleted. Run it again with --delete to delete these files.'
