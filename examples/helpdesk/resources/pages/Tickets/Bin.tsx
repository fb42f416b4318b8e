import type { ViewOf } from 'tenon/models'
import { formatDate } from 'tenon/languages'
import { action, Form } from 'tenon/react'
import type { DeletedTicketView } from '../../../app/views.ts'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import {
  binIsEmpty,
  binLead,
  binTitle,
  deletedOn,
  restore,
  restoreNamed,
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
        <p className="card empty">{binIsEmpty()}</p>
      ) : (
        <div className="card">
          <ul className="rows">
            {tickets.map(({ id, subject, customer_name, deleted_at }) => (
              <li key={id}>
                <div>
                  <strong>
                    <bdi>{subject}</bdi>
                  </strong>
                  <p className="hint">
                    <bdi>{customer_name}</bdi>
                    {deleted_at !== null && ` · ${deletedOn({ day: formatDate(deleted_at) })}`}
                  </p>
                </div>
                <Form action={action('bin.restore', { team: team.id })}>
                  <input type="hidden" name="ticket" value={id} />
                  <button className="press plain" aria-label={restoreNamed({ subject })}>
                    {restore()}
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </div>
      )}
    </TeamLayout>
  )
}
