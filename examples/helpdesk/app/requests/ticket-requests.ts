import { body, exists, query, unique } from 'tenon'
import { isMailAddress } from 'tenon/mail'
import { z } from 'zod'
import { hues, priorities, statuses } from '../../resources/components/tickets/words.ts'
import { Label } from '../models/label.ts'
import { Membership } from '../models/membership.ts'

const text = (most: number, message: string) =>
  z.string().trim().min(1, message).max(most, `Use at most ${most} characters`)

/** Selects and date inputs send an empty text for nothing. */
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable())

const expected = 'Enter an email address, such as ada@example.com'

export const TicketRequest = body(
  z.object({
    subject: text(200, 'Enter a subject'),
    body: text(20_000, 'Enter what the customer asks'),
    customer_name: text(100, 'Enter the name of the customer'),
    customer_email: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.email(expected).refine(isMailAddress, expected)),
    priority: z.enum(priorities),
  }),
)

/** What the team decides about a ticket. An assignee is a member of the same team. */
export const TriageRequest = body(
  z.object({
    status: z.enum(statuses),
    priority: z.enum(priorities),
    assignee_id: orNull(z.coerce.number().pipe(z.int32())),
    due_on: orNull(z.iso.date('Enter a day')),
    labels: z.array(z.coerce.number().pipe(z.int32())).max(20).default([]),
  }),
).rules({
  assignee_id: exists(Membership, { column: 'user_id', message: 'Choose a member of the team' }),
  labels: exists(Label, { message: 'Choose labels of the team' }),
})

export const CommentRequest = body(
  z.object({
    body: text(20_000, 'Enter a text'),
    is_internal: z.stringbool().or(z.boolean()).default(false),
  }),
)

export const LabelRequest = body(
  z.object({ name: text(40, 'Enter a name'), hue: z.enum(hues) }),
).rules({ name: unique(Label, 'name', { message: 'There is such a label already' }) })

/** What the list of tickets shows. */
export const TicketFilter = query(
  z.object({
    status: z.enum(statuses).optional().catch(undefined),
    assignee: z.enum(['me', 'nobody']).optional().catch(undefined),
    label: z.coerce.number().pipe(z.int32()).optional().catch(undefined),
    search: z.string().trim().max(100).default('').catch(''),
    cursor: z.string().optional(),
  }),
)
