import { view } from 'tenon/models'
import { Incident } from './models/incident.ts'
import { Label } from './models/label.ts'
import { SavedList } from './models/saved-list.ts'
import { Attachment, Comment, Ticket } from './models/ticket.ts'
import { User } from './models/user.ts'

export const PersonView = view(User, ['id', 'name'])

export const LabelView = view(Label, ['id', 'name', 'hue'])

export const AttachmentView = view(Attachment, ['id', 'name', 'type', 'size_bytes'])

export const CommentView = view(Comment, [
  'id',
  'body',
  'is_internal',
  'is_by_customer',
  'created_at',
])
  .with('author', PersonView)
  .with('attachments', AttachmentView)

/** What a customer sees of their ticket. `answersOf()` leaves out the notes of the team. */
export const CustomerTicketView = view(Ticket, [
  'id',
  'subject',
  'body',
  'customer_name',
  'status',
  'rating',
  'created_at',
])

export const CustomerCommentView = view(Comment, [
  'id',
  'body',
  'is_by_customer',
  'created_at',
]).with('attachments', AttachmentView)

export const SavedListView = view(SavedList, ['id', 'name', 'filter'])

export const DeletedTicketView = view(Ticket, ['id', 'subject', 'customer_name', 'deleted_at'])

export const IncidentView = view(Incident, ['id', 'title', 'body', 'created_at', 'ended_at'])

/** A line of the list. */
export const TicketRow = view(
  Ticket,
  ['id', 'subject', 'customer_name', 'status', 'priority', 'due_on', 'fields', 'updated_at'],
  { name: 'TicketRow' },
)
  .with('assignee', PersonView)
  .with('labels', (labels) => labels.orderBy('name').select(LabelView))
  .withCount('comments')

/** The page of one ticket. Its comments and the members of the team are separate props. */
export const TicketPageView = view(Ticket, [
  'id',
  'assignee_id',
  'subject',
  'body',
  'customer_name',
  'customer_email',
  'status',
  'priority',
  'due_on',
  'cost',
  'fields',
  'rating',
  'is_muted',
  'created_at',
]).with('labels', (labels) => labels.orderBy('name').select(LabelView))

/** One ticket in the API. */
export const TicketView = TicketPageView.with('assignee', PersonView)
