import { view } from 'tenon/models'
import { Label } from './models/label.ts'
import { Comment, Ticket } from './models/ticket.ts'
import { User } from './models/user.ts'

export const PersonView = view(User, ['id', 'name'])

export const LabelView = view(Label, ['id', 'name', 'hue'])

export const CommentView = view(Comment, ['id', 'body', 'is_internal', 'created_at']).with(
  'author',
  PersonView,
)

/** A line of the list. */
export const TicketRow = view(Ticket, [
  'id',
  'subject',
  'customer_name',
  'status',
  'priority',
  'due_on',
  'updated_at',
])
  .with('assignee', PersonView)
  .with('labels', (labels) => labels.orderBy('name').select(LabelView))
  .withCount('comments')

/** The page of one ticket, without its comments, which are read by themselves. */
export const TicketView = view(Ticket, [
  'id',
  'subject',
  'body',
  'customer_name',
  'customer_email',
  'status',
  'priority',
  'due_on',
  'created_at',
])
  .with('assignee', PersonView)
  .with('labels', (labels) => labels.orderBy('name').select(LabelView))
