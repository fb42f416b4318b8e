import type { CursorPage, ViewOf } from 'tenon/models'
import { Link, route } from 'tenon/react'
import type { LabelView, SavedListView, TicketRow } from '../../../app/views.ts'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { BulkForm } from '../../components/tickets/BulkForm.tsx'
import { SavedLists } from '../../components/tickets/SavedLists.tsx'
import { TicketFilters, type Filter } from '../../components/tickets/TicketFilters.tsx'
import { TicketList } from '../../components/tickets/TicketList.tsx'

interface TicketsProps extends TeamFrame {
  readonly filter: Filter
  readonly lists: readonly ViewOf<typeof SavedListView>[]
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly tickets: CursorPage<ViewOf<typeof TicketRow>>
}

/** The first page of a team. */
export default function Index(props: TicketsProps) {
  const { team, filter, lists, labels, tickets } = props
  const { data, previousCursor, nextCursor } = tickets
  const isFiltered = [filter.status, filter.assignee, filter.label, filter.search].some(Boolean)
  const pageAt = (cursor: string) =>
    route('tickets.index', { team: team.id }, { ...filter, cursor })
  return (
    <TeamLayout {...props} title="Tickets" current="tickets">
      <SavedLists team={team} lists={lists} filter={filter} />
      <div className="toolbar">
        <TicketFilters team={team} filter={filter} labels={labels} />
        <Link href={route('tickets.create', { team: team.id })} className="press">
          Add a ticket
        </Link>
      </div>
      <BulkForm team={team}>
        <TicketList team={team} tickets={data} isFiltered={isFiltered} />
      </BulkForm>
      <nav className="pages" aria-label="Pages">
        {data.length > 0 && (
          <a href={route('tickets.download', { team: team.id }, filter)} className="press plain">
            Download as CSV
          </a>
        )}
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
