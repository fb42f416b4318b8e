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
import { statusNames } from '../../components/tickets/words.ts'

interface TicketProps {
  readonly team: string
  readonly ticket: ViewOf<typeof CustomerTicketView>
  readonly comments: readonly ViewOf<typeof CustomerCommentView>[]
  /** The signature of the link, which an answer carries as well. */
  readonly link: UrlSignature
}

/** Where the link in a customer's mail leads. */
export default function Ticket({ team, ticket, comments, link }: TicketProps) {
  const at = { ticket: ticket.id }
  return (
    <AccountLayout title={ticket.subject} lead={`${team}: ${statusNames[ticket.status]}`}>
      <article className="message">
        <header>
          <strong>{ticket.customer_name}</strong>
          <span className="hint">
            <Moment at={ticket.created_at} />
          </span>
        </header>
        <p>{ticket.body}</p>
      </article>
      <section aria-label="Answers" aria-live="polite">
        {comments.map(({ id, body, is_by_customer, attachments, created_at }) => (
          <article key={id} className="message">
            <header>
              <strong>{is_by_customer ? ticket.customer_name : team}</strong>
              <span className="hint">
                <Moment at={created_at} />
              </span>
            </header>
            <p>{body}</p>
            <FileNames files={attachments} />
          </article>
        ))}
      </section>
      {ticket.status === 'solved' && (
        <Rating action={action('requests.rate', at, link)} rating={ticket.rating} />
      )}
      <AccountForm
        action={action('requests.answer', at, link)}
        submit="Send"
        labels={{ body: 'Your answer', files: 'Files' }}
      >
        <TextField name="body" label="Your answer" />
        <FilesField />
      </AccountForm>
    </AccountLayout>
  )
}
