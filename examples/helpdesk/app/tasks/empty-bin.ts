import { task } from 'tenon/schedule'
import { Ticket } from '../models/ticket.ts'

const keptMs = 30 * 24 * 60 * 60 * 1000

/** Deletes tickets that have been in the bin for 30 days, with everything that belongs to them. */
export const emptyBin = task('tickets:empty-bin')
  .every('1d')
  .run(async ({ tick }) => {
    const before = new Date(tick.getTime() - keptMs)
    await Ticket.ofAnyone().onlyDeleted().where('deleted_at', '<', before).forceDelete()
  })
