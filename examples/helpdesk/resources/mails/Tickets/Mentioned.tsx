import { route } from 'tenon/react'
import { mentionedSubject, mentionedText } from '../../words/customers.ts'
import { details } from '../../words/tickets.ts'
import { AccountMail } from '../Accounts/layout.tsx'

interface MentionedProps {
  readonly author: string
  readonly team: number
  readonly ticket: number
  readonly title: string
  readonly text: string
}

export const subject = ({ author, title }: MentionedProps) => mentionedSubject({ author, title })

export const sample: MentionedProps = {
  author: 'Ada',
  team: 1,
  ticket: 7,
  title: 'My tea is cold',
  text: '@Grace, do we have another pot?',
}

/** Tells a member that a note mentions them. */
export default function Mentioned({ author, team, ticket, title, text }: MentionedProps) {
  return (
    <AccountMail title={title} href={route('tickets.show', { team, ticket })} label={details()}>
      <p>{mentionedText({ author })}</p>
      <p style={{ whiteSpace: 'pre-line' }}>{text}</p>
    </AccountMail>
  )
}
