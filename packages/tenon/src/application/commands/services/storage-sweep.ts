import { exitCode, type Command } from '../../../base/console/command.ts'
import { toMoment } from '../../../base/console/moment.ts'
import { toTable } from '../../../base/console/table.ts'
import { parseDuration } from '../../../base/support/duration.ts'
import type { CommandContext } from '../../runtime/command-context.ts'
import { destructiveOptions, hasConsent } from './consent.ts'

export const storageSweep: Command<CommandContext> = {
  name: 'storage:sweep',
  summary: 'List files that no row refers to, or delete them with --delete',
  options: {
    delete: { type: 'boolean', summary: 'Delete them (in production only with --force)' },
    force: destructiveOptions.force,
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
    const { findOrphans, deleteOrphan } = await import('../../../stores/storage/sweep.ts')
    const before = new Date(Date.now() - ageMs)
    await context.withServices(async () => {
      const rows: string[][] = []
      for await (const orphan of findOrphans(Object.values(models), before)) {
        if (call.has('delete')) await deleteOrphan(orphan)
        rows.push([orphan.disk, orphan.name, String(orphan.sizeBytes), toMoment(orphan.changedAt)])
      }
      call.print(rows.length === 0 ? nothing : toTable(['DISK', 'FILE', 'BYTES', 'CHANGED'], rows))
      if (rows.length > 0) call.print(call.has('delete') ? deleted : kept)
    })
    return exitCode.ok
  },
}

const nothing = 'Every file belongs to a row.'
const deleted = 'They were deleted.'
const kept = 'Nothing was deleted. Run it again with --delete to delete these files.'
