import { Link, route } from 'tenon/react'
import { EmptyState } from '../parts/EmptyState.tsx'
import {
  noTicketFits,
  noTicketHelp,
  noTicketYet,
  openContactPage,
  showAllTickets,
} from '../../words/tickets.ts'

interface NoTicketsProps {
  readonly team: { readonly id: number }
  readonly isFiltered: boolean
}

/** Shown instead of an empty list: says what to do. */
export function NoTickets({ team, isFiltered }: NoTicketsProps) {
  if (isFiltered) {
    return (
      <EmptyState title={noTicketFits()}>
        <Link href={route('tickets.index', { team: team.id })} className="press plain">
          {showAllTickets()}
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={noTicketYet()}>
      <p>{noTicketHelp()}</p>
      <Link href={route('contact.create', { team: team.id })} className="press plain">
        {openContactPage()}
      </Link>
    </EmptyState>
  )
}
