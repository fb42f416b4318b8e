import type { CursorPage, ViewOf } from 'tenon/models'
import { Link, route } from 'tenon/react'
import type { Field } from '../../../app/fields.ts'
import type { TicketFilter } from '../../../app/requests/ticket-filter.ts'
import type { LabelView, SavedListView, TicketRow } from '../../../app/views.ts'
import { Pagination } from '../../components/parts/Pagination.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { BulkForm } from '../../components/tickets/BulkForm.tsx'
import { NoTickets } from '../../components/tickets/NoTickets.tsx'
import { SavedLists } from '../../components/tickets/SavedLists.tsx'
import { TicketFilters } from '../../components/tickets/TicketFilters.tsx'
import { TicketList } from '../../components/tickets/TicketList.tsx'
import { importLink } from '../../words/imports.ts'
import {
  addATicket,
  asCsv,
  binTitle,
  nextPage,
  pagesLabel,
  previousPage,
  ticketsTitle,
} from '../../words/tickets.ts'

interface TicketsProps extends TeamFrame {
  readonly filter: TicketFilter
  readonly lists: readonly ViewOf<typeof SavedListView>[]
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly fields: readonly Field[]
  readonly tickets: CursorPage<ViewOf<typeof TicketRow>>
}

/** The first page of a team. */
export default function Index(props: TicketsProps) {
  const { team, can, filter, lists, labels, fields, tickets } = props
  const { status, assignee, label, search } = filter
  const isFiltered = [status, assignee, label, search, ...Object.values(filter.fields ?? {})].some(
    Boolean,
  )
  return (
    <TeamLayout {...props} title={ticketsTitle()} current="tickets">
      <SavedLists team={team} lists={lists} filter={filter} />
      <div className="toolbar">
        <TicketFilters team={team} filter={filter} labels={labels} fields={fields} />
        <Link href={route('tickets.create', { team: team.id })} className="press">
          {addATicket()}
        </Link>
      </div>
      {tickets.data.length === 0 ? (
        <NoTickets team={team} isFiltered={isFiltered} />
      ) : (
        <BulkForm team={team}>
          <TicketList team={team} tickets={tickets.data} fields={fields} />
        </BulkForm>
      )}
      <Pagination
        page={tickets}
        href={(cursor) => route('tickets.index', { team: team.id }, { ...filter, cursor })}
        words={{ label: pagesLabel(), previous: previousPage(), next: nextPage() }}
      />
      <div className="further">
        {can.update && (
          <Link href={route('bin.index', { team: team.id })} className="press plain">
            {binTitle()}
          </Link>
        )}
        {can.update && (
          <Link href={route('imports.create', { team: team.id })} className="press plain">
            {importLink()}
          </Link>
        )}
        {tickets.data.length > 0 && (
          <a href={route('tickets.download', { team: team.id }, filter)} className="press plain">
            {asCsv()}
          </a>
        )}
      </div>
    </TeamLayout>
  )
}
