import { Link, route } from 'tenon/react'
import { noTicketFits, noTicketHelp, noTicketYet, openContactPage } from '../../words/tickets.ts'

interface NoTicketsProps {
  readonly team: { readonly id: number }
  readonly isFiltered: boolean
}

/** Instead of an empty list: what to do about it. */
export function NoTickets({ team, isFiltered }: NoTicketsProps) {
  if (isFiltered) return <p className="card empty">{noTicketFits()}</p>
  return (
    <div className="card empty">
      <h2>{noTicketYet()}</h2>
      <p className="hint">{noTicketHelp()}</p>
      <Link href={route('contact.create', { team: team.id })} className="press plain">
        {openContactPage()}
      </Link>
    </div>
  )
}
