import { Fragment } from 'react'
import { formatDate, formatNumber } from 'tenon/languages'
import type { ViewOf } from 'tenon/models'
import { Link, route } from 'tenon/react'
import type { Field, FieldValues } from '../../../app/fields.ts'
import type { TicketRow } from '../../../app/views.ts'
import { Moment } from '../accounts/Moment.tsx'
import { LabelMark } from './LabelMark.tsx'
import { priorityNames, statusNames, valueOf } from './choices.ts'
import {
  assigneeLabel,
  chooseNamed,
  commentCount,
  dueOnDay,
  nobodyYet,
  priorityLabel,
  statusLabel,
} from '../../words/tickets.ts'

interface TicketListProps {
  readonly team: { readonly id: number }
  readonly tickets: readonly ViewOf<typeof TicketRow>[]
  readonly fields: readonly Field[]
}

/** The lines of a list, each with a checkbox for the form around it. */
export function TicketList({ team, tickets, fields }: TicketListProps) {
  return (
    <ul className="card tickets">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <input
            type="checkbox"
            name="tickets[]"
            value={ticket.id}
            aria-label={chooseNamed({ subject: ticket.subject })}
          />
          <div>
            <Link href={route('tickets.show', { team: team.id, ticket: ticket.id })}>
              <bdi>{ticket.subject}</bdi>
            </Link>
            {ticket.labels.map((label) => (
              <LabelMark key={label.id} label={label} />
            ))}
            <p className="hint">
              <bdi>{ticket.customer_name}</bdi> · <Moment at={ticket.updated_at} />
              {ticket.due_on !== null && ` · ${dueOnDay({ day: formatDate(ticket.due_on) })}`}
              {ticket.comments_count > 0 && ` · ${commentCount({ count: ticket.comments_count })}`}
              <FieldTexts fields={fields} values={ticket.fields} />
            </p>
          </div>
          <dl>
            <dt className="unseen">{assigneeLabel()}</dt>
            <dd className={ticket.assignee === null ? 'nobody' : undefined}>
              <bdi>{ticket.assignee?.name ?? nobodyYet()}</bdi>
            </dd>
            <dt className="unseen">{priorityLabel()}</dt>
            <dd className={`priority ${ticket.priority}`}>
              {priorityNames[ticket.priority]?.() ?? ticket.priority}
            </dd>
            <dt className="unseen">{statusLabel()}</dt>
            <dd className={`status ${ticket.status}`}>
              {statusNames[ticket.status]?.() ?? ticket.status}
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

interface FieldTextsProps {
  readonly fields: readonly Field[]
  readonly values: FieldValues
}

/** The values of the team's own fields. */
function FieldTexts({ fields, values }: FieldTextsProps) {
  return fields.map(({ key, name, kind }) => {
    const value = valueOf(values, key)
    if (value === undefined) return null
    const text = kind === 'date' ? formatDate(String(value)) : value
    return (
      <Fragment key={key}>
        {' · '}
        <bdi>{name}</bdi>: <bdi>{typeof text === 'number' ? formatNumber(text) : text}</bdi>
      </Fragment>
    )
  })
}
