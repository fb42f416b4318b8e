import type { UrlSignature } from 'tenon/keys'
import type { ReactNode } from 'react'
import { route } from 'tenon/react'
import { direction, language } from 'tenon/languages'
import { replyMark } from '../../components/tickets/choices.ts'
import { greeting, writeAbove } from '../../words/customers.ts'
import { button, card } from '../Accounts/layout.tsx'

/** The props of a mail to an address that somebody else may have typed. They contain no other text that was typed. */
export interface ReceiptMail {
  readonly team: string
  readonly ticket: number
  /** The signature of the customer's link. */
  readonly link: UrlSignature
  /** Whether an answer by mail reaches the ticket. */
  readonly takesReplies: boolean
}

/** The props of all other mails to a customer. */
export interface TicketMail extends ReceiptMail {
  readonly customer: string
  readonly subject: string
}

export const sampleReceipt: ReceiptMail = {
  team: 'Tea & Co',
  ticket: 7,
  link: { expires: '0', signature: '' },
  takesReplies: true,
}

export const sampleTicket: TicketMail = {
  ...sampleReceipt,
  customer: 'Ada',
  subject: 'My tea is cold',
}

interface FrameProps extends ReceiptMail {
  /** The name for the greeting. Without it, there is no greeting. */
  readonly customer?: string
  /** The text of the link. */
  readonly label: string
  readonly children: ReactNode
}

/** A mail to a customer, with the link to their ticket. */
export function TicketFrame(props: FrameProps) {
  const { team, customer, ticket, link, takesReplies, label, children } = props
  return (
    <html lang={language()} dir={direction(language())}>
      <body style={{ margin: 0, padding: '32px 16px', background: '#f6f5f2' }}>
        <div style={card}>
          {takesReplies && (
            <p style={quiet}>
              {replyMark} {writeAbove()}
            </p>
          )}
          <p style={{ margin: 0, color: '#1f6f5c', fontWeight: 700 }}>{team}</p>
          {customer !== undefined && <p>{greeting({ name: customer })}</p>}
          {children}
          <p style={{ margin: '24px 0 0' }}>
            <a href={route('requests.show', { ticket }, link)} style={button}>
              {label}
            </a>
          </p>
        </div>
      </body>
    </html>
  )
}

const quiet = { margin: '0 0 16px', color: '#5d6068', fontSize: 13 }
