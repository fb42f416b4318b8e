import { body, exists, unique, UploadedFile } from 'tenon'
import { z } from 'zod'
import { hues, priorities, statuses } from '../../resources/components/tickets/choices.ts'
import { chooseFile } from '../../resources/words/imports.ts'
import { giveName } from '../../resources/words/problems.ts'
import { enterTitle } from '../../resources/words/status.ts'
import { chooseMember } from '../../resources/words/teams.ts'
import { TypedFields } from '../fields.ts'
import { Label } from '../models/label.ts'
import { Membership } from '../models/membership.ts'
import { SavedList } from '../models/saved-list.ts'
import { email, files, text } from './customer-requests.ts'
import { key, SavedFilter } from './ticket-filter.ts'
import {
  chooseLabels,
  chooseTickets,
  enterAmount,
  enterCustomerName,
  enterDay,
  enterRequest,
  enterSubject,
  enterText,
  labelExists,
  listExists,
} from '../../resources/words/tickets.ts'

/** Selects, date inputs and CSV files send an empty text for no value. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable())

export const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

export const cost = orNull(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, { error: enterAmount }))

export const day = orNull(z.iso.date({ error: enterDay }))

export const TicketRequest = body(
  z.object({
    subject: text(200, enterSubject),
    body: text(20_000, enterRequest),
    customer_name: text(100, enterCustomerName),
    customer_email: email,
    priority: z.enum(priorities),
    fields: TypedFields.default({}),
  }),
)

/** What the team decides about a ticket. An assignee is a member of the same team. */
export const TriageRequest = body(
  z.object({
    status: z.enum(statuses),
    priority: z.enum(priorities),
    assignee_id: orNull(key),
    due_on: day,
    cost: cost.optional(),
    fields: TypedFields.default({}),
    labels: z.array(key).max(20).default([]),
  }),
).rules({
  assignee_id: exists(Membership, { column: 'user_id', message: chooseMember }),
  labels: exists(Label, { message: chooseLabels }),
})

export const CommentRequest = body(
  z.object({
    body: text(20_000, enterText),
    is_internal: z.boolean().default(false),
    files,
  }),
)

export const LabelRequest = body(z.object({ name: text(40, giveName), hue: z.enum(hues) })).rules({
  name: unique(Label, 'name', { message: labelExists }),
})

export const ImportRequest = body(
  z.object({ file: z.instanceof(UploadedFile, { error: chooseFile }) }),
)

export const RestoreRequest = body(z.object({ ticket: key }))

export const IncidentRequest = body(
  z.object({ title: text(200, enterTitle), body: text(2000, enterText) }),
)

/** The decisions that the API accepts. */
export const DecisionRequest = body(
  z.object({
    status: z.enum(statuses).optional(),
    priority: z.enum(priorities).optional(),
    fields: TypedFields.optional(),
  }),
)

/** One decision for several tickets. A value that is left out does not change. */
export const BulkRequest = body(
  z.object({
    tickets: z.array(key, { error: chooseTickets }).min(1, { error: chooseTickets }).max(100),
    status: orNothing(z.enum(statuses)),
    priority: orNothing(z.enum(priorities)),
  }),
)

export const SavedListRequest = body(SavedFilter.extend({ name: text(60, giveName) })).rules({
  name: unique(SavedList, 'name', { message: listExists }),
})
