import { route } from 'tenon/react'
import { details } from '../../words/tickets.ts'
import { AccountMail } from '../Accounts/layout.tsx'
import { greeting, overdueSubject, overdueText } from '../../words/customers.ts'

interface OverdueProps {
  readonly name: string
  readonly team: number
  readonly ticket: number
  readonly title: string
}

export const subject = ({ title }: OverdueProps) => overdueSubject({ title })

export const sample: OverdueProps = { name: 'Grace', team: 1, ticket: 7, title: 'My tea is cold' }

/** Tells a member that a ticket of theirs is overdue. */
export default function Overdue({ name, team, ticket, title }: OverdueProps) {
  return (
    <AccountMail title={title} href={route('tickets.show', { team, ticket })} label={details()}>
      <p>{greeting({ name })}</p>
      <p>{overdueText()}</p>
    </AccountMail>
  )
}
