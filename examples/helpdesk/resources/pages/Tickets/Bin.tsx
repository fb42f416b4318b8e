import type { ViewOf } from 'tenon/models'
import { formatDate } from 'tenon/languages'
import { action, Form } from 'tenon/react'
import type { DeletedTicketView } from '../../../app/views.ts'
import { EmptyState } from '../../components/parts/EmptyState.tsx'
import { Table } from '../../components/parts/Table.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import {
  binIsEmpty,
  binLead,
  binTitle,
  customerLabel,
  deletedLabel,
  restore,
  restoreNamed,
  subjectLabel,
} from '../../words/tickets.ts'

interface BinProps extends TeamFrame {
  readonly tickets: readonly ViewOf<typeof DeletedTicketView>[]
}

/** The tickets that were deleted. */
export default function Bin(props: BinProps) {
  const { team, tickets } = props
  return (
    <TeamLayout {...props} title={binTitle()} current="tickets">
      <p className="hint">{binLead()}</p>
      {tickets.length === 0 ? (
        <EmptyState title={binIsEmpty()} />
      ) : (
        <Table
          caption={binTitle()}
          columns={[subjectLabel(), customerLabel(), deletedLabel()]}
          actions={restore()}
        >
          {tickets.map(({ id, subject, customer_name, deleted_at }) => (
            <tr key={id}>
              <th scope="row">
                <bdi>{subject}</bdi>
              </th>
              <td>
                <bdi>{customer_name}</bdi>
              </td>
              <td>{deleted_at !== null && formatDate(deleted_at)}</td>
              <td>
                <Form action={action('bin.restore', { team: team.id })}>
                  <input type="hidden" name="ticket" value={id} />
                  <button className="press plain" aria-label={restoreNamed({ subject })}>
                    {restore()}
                  </button>
                </Form>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </TeamLayout>
  )
}
