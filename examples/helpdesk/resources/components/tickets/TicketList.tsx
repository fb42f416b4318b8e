import type { ViewOf } from 'tenon/models'
import { Link, route } from 'tenon/react'
import type { TicketRow } from '../../../app/views.ts'
import { Moment } from '../accounts/Moment.tsx'
import { LabelMark } from './LabelMark.tsx'
import { priorityNames, statusNames } from './words.ts'

interface TicketListProps {
  readonly team: { readonly id: number }
  readonly tickets: readonly ViewOf<typeof TicketRow>[]
  readonly isFiltered: boolean
}

export function TicketList({ team, tickets, isFiltered }: TicketListProps) {
  if (tickets.length === 0) {
    return (
      <p className="card none">
        {isFiltered ? 'No ticket fits. Change the filters.' : 'There is no ticket yet.'}
      </p>
    )
  }
  return (
    <ul className="card tickets">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <input
            type="checkbox"
            name="tickets[]"
            value={ticket.id}
            aria-label={`Choose ${ticket.subject}`}
          />
          <div>
            <Link href={route('tickets.show', { team: team.id, ticket: ticket.id })}>
              {ticket.subject}
            </Link>
            {ticket.labels.map((label) => (
              <LabelMark key={label.id} label={label} />
            ))}
            <p className="hint">
              {ticket.customer_name}, <Moment at={ticket.updated_at} />
              {ticket.comments_count > 0 && `, ${toComments(ticket.comments_count)}`}
            </p>
          </div>
          <dl>
            <dt className="unseen">Assignee</dt>
            <dd>{ticket.assignee?.name ?? 'Nobody yet'}</dd>
            <dt className="unseen">Priority</dt>
            <dd className={`priority ${ticket.priority}`}>{priorityNames[ticket.priority]}</dd>
            <dt className="unseen">Status</dt>
            <dd className={`status ${ticket.status}`}>{statusNames[ticket.status]}</dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function toComments(count: number): string {
  return count === 1 ? '1 comment' : `${count} comments`
}
