import type { UrlSignature } from 'tenon/keys'
import type { ReactNode } from 'react'
import { route } from 'tenon/react'
import { replyAbove } from '../../components/tickets/words.ts'

/** What every mail about a ticket knows. */
export interface TicketMail {
  readonly team: string
  readonly customer: string
  readonly subject: string
  readonly ticket: number
  /** The signature of the customer's link. */
  readonly link: UrlSignature
  /** Whether an answer by mail reaches the ticket. */
  readonly takesReplies: boolean
}

export const sampleTicket: TicketMail = {
  team: 'Tea & Co',
  customer: 'Ada',
  subject: 'My tea is cold',
  ticket: 7,
  link: { expires: '0', signature: '' },
  takesReplies: true,
}

interface FrameProps extends TicketMail {
  /** The text of the link. */
  readonly label: string
  readonly children: ReactNode
}

/** A mail to a customer, with the link to their ticket. */
export function TicketFrame({
  team,
  customer,
  ticket,
  link,
  takesReplies,
  label,
  children,
}: FrameProps) {
  return (
    <>
      {takesReplies && <p style={{ color: '#667' }}>{replyAbove}</p>}
      <p>Hello {customer},</p>
      {children}
      <p>
        <a href={route('requests.show', { ticket }, link)}>{label}</a>
      </p>
      <p>{team}</p>
    </>
  )
}
