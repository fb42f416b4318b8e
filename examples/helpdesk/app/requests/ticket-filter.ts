import { query } from 'tenon'
import { z } from 'zod'
import { orders, statuses } from '../../resources/components/tickets/choices.ts'
import { TypedFields } from '../fields.ts'

/** The key of a record, as forms and URLs send it. */
export const key = z.coerce.number().pipe(z.int32())

/** The filter of a list of tickets. It is in the query of the URL, so members can share a list as a link. */
export const SavedFilter = z.object({
  status: z.enum(statuses).optional().catch(undefined),
  assignee: z.enum(['me', 'nobody']).optional().catch(undefined),
  label: key.optional().catch(undefined),
  fields: TypedFields.optional().catch(undefined),
  search: z.string().trim().max(100).default('').catch(''),
  order: z.enum(orders).default('changed').catch('changed'),
})

export type TicketFilter = z.output<typeof SavedFilter>

export const TicketListRequest = query(SavedFilter.extend({ cursor: z.string().optional() }))
