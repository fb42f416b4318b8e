import { route } from 'tenon/react'

interface OverdueProps {
  readonly name: string
  readonly team: number
  readonly ticket: number
  readonly title: string
}

export const subject = ({ title }: OverdueProps) => `Overdue: ${title}`

export const sample: OverdueProps = { name: 'Grace', team: 1, ticket: 7, title: 'My tea is cold' }

/** Tells a member that a ticket of theirs is late. */
export default function Overdue({ name, team, ticket, title }: OverdueProps) {
  return (
    <>
      <p>Hello {name},</p>
      <p>The day of this ticket has passed, so it is urgent now:</p>
      <p>
        <a href={route('tickets.show', { team, ticket })}>{title}</a>
      </p>
    </>
  )
}
