import type { CursorPage, ViewOf } from 'tenon/models'
import { Link, route } from 'tenon/react'
import type { LabelView, TicketRow } from '../../../app/views.ts'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { TicketFilters, type Filter } from '../../components/tickets/TicketFilters.tsx'
import { TicketList } from '../../components/tickets/TicketList.tsx'

interface TicketsProps extends TeamFrame {
  readonly filter: Filter
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly tickets: CursorPage<ViewOf<typeof TicketRow>>
}

/** The first page of a team. */
export default function Index(props: TicketsProps) {
  const { team, filter, labels, tickets } = props
  const { data, previousCursor, nextCursor } = tickets
  const pageAt = (cursor: string) =>
    route('tickets.index', { team: team.id }, { ...filter, cursor })
  return (
    <TeamLayout {...props} title="Tickets" current="tickets">
      <div className="toolbar">
        <TicketFilters team={team} filter={filter} labels={labels} />
        <Link href={route('tickets.create', { team: team.id })} className="press">
          Add a ticket
        </Link>
      </div>
      <TicketList team={team} tickets={data} isFiltered={Object.values(filter).some(Boolean)} />
      <nav className="pages" aria-label="Pages">
        {previousCursor !== null && (
          <Link href={pageAt(previousCursor)} className="press plain">
            Newer
          </Link>
        )}
        {nextCursor !== null && (
          <Link href={pageAt(nextCursor)} className="press plain">
            Older
          </Link>
        )}
      </nav>
    </TeamLayout>
  )
}
