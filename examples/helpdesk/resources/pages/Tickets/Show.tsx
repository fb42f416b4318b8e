import type { ViewOf } from 'tenon/models'
import { action, Form } from 'tenon/react'
import type { Field } from '../../../app/fields.ts'
import type { CommentView, LabelView, PersonView, TicketPageView } from '../../../app/views.ts'
import { Moment } from '../../components/accounts/Moment.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { Answer } from '../../components/tickets/Answer.tsx'
import { Comments } from '../../components/tickets/Comments.tsx'
import { Company } from '../../components/tickets/Company.tsx'
import { History, type Decision } from '../../components/tickets/History.tsx'
import { Triage } from '../../components/tickets/Triage.tsx'
import { deleteTicket } from '../../words/tickets.ts'

interface TicketProps extends TeamFrame {
  readonly ticket: ViewOf<typeof TicketPageView>
  readonly comments: readonly ViewOf<typeof CommentView>[]
  /** The key of the user. */
  readonly me: number
  readonly history: readonly Decision[]
  readonly people: readonly ViewOf<typeof PersonView>[]
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly fields: readonly Field[]
  readonly canDelete: boolean
}

export default function Show(props: TicketProps) {
  const { me, team, ticket, comments, history, people, labels, fields, canDelete } = props
  return (
    <TeamLayout {...props} title={ticket.subject} current="tickets">
      <div className="beside">
        <div>
          <article className="card message">
            <header>
              <strong>
                <bdi>{ticket.customer_name}</bdi>
              </strong>
              <span className="hint">
                <bdi>{ticket.customer_email}</bdi> · <Moment at={ticket.created_at} />
              </span>
            </header>
            <p dir="auto">{ticket.body}</p>
          </article>
          <Comments team={team} customer={ticket.customer_name} comments={comments} />
          <Company team={team} ticket={ticket} me={me} />
          <Answer team={team} ticket={ticket} />
        </div>
        <aside>
          <Triage team={team} ticket={ticket} people={people} labels={labels} fields={fields} />
          <History history={history} people={people} />
          {canDelete && (
            <Form action={action('tickets.destroy', { team: team.id, ticket: ticket.id })}>
              <button className="press plain danger">{deleteTicket()}</button>
            </Form>
          )}
        </aside>
      </div>
    </TeamLayout>
  )
}
