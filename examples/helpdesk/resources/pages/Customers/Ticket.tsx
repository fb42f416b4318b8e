import type { UrlSignature } from 'tenon/keys'
import type { ViewOf } from 'tenon/models'
import { action } from 'tenon/react'
import type { CustomerCommentView, CustomerTicketView } from '../../../app/views.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Moment } from '../../components/accounts/Moment.tsx'
import { FileNames } from '../../components/tickets/Files.tsx'
import { FilesField } from '../../components/tickets/FilesField.tsx'
import { Rating } from '../../components/tickets/Rating.tsx'
import { TextField } from '../../components/tickets/TextField.tsx'
import { send, yourAnswer } from '../../words/tickets.ts'
import { answersLabel, statusForCustomer, teamAndStatus } from '../../words/customers.ts'

interface TicketProps {
  readonly team: string
  readonly ticket: ViewOf<typeof CustomerTicketView>
  readonly comments: readonly ViewOf<typeof CustomerCommentView>[]
  /** The signature of the link, which the forms send back. */
  readonly link: UrlSignature
}

/** The link in a customer's mail leads here. */
export default function Ticket({ team, ticket, comments, link }: TicketProps) {
  const at = { ticket: ticket.id }
  return (
    <AccountLayout
      title={ticket.subject}
      lead={teamAndStatus({ team, status: statusForCustomer({ status: ticket.status }) })}
    >
      <article className="message">
        <header>
          <strong>
            <bdi>{ticket.customer_name}</bdi>
          </strong>
          <span className="hint">
            <Moment at={ticket.created_at} />
          </span>
        </header>
        <p dir="auto">{ticket.body}</p>
      </article>
      <section aria-label={answersLabel()} aria-live="polite">
        {comments.map(({ id, body, is_by_customer, attachments, created_at }) => (
          <article key={id} className="message">
            <header>
              <strong>
                <bdi>{is_by_customer ? ticket.customer_name : team}</bdi>
              </strong>
              <span className="hint">
                <Moment at={created_at} />
              </span>
            </header>
            <p dir="auto">{body}</p>
            <FileNames files={attachments} />
          </article>
        ))}
      </section>
      {ticket.status === 'solved' && (
        <Rating action={action('requests.rate', at, link)} rating={ticket.rating} />
      )}
      <AccountForm
        action={action('requests.answer', at, link)}
        submit={send()}
        fields={['body', 'files']}
      >
        <TextField name="body" label={yourAnswer()} />
        <FilesField />
      </AccountForm>
    </AccountLayout>
  )
}
