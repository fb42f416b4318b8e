import { Link, route } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { IncidentList, type IncidentRow } from '../../components/tickets/IncidentList.tsx'
import { allWorks, askTheTeam, someDoesNotWork, statusOf } from '../../words/status.ts'

interface StatusProps {
  readonly team: { readonly id: number; readonly name: string }
  readonly incidents: readonly IncidentRow[]
}

/** The public status page of a team. */
export default function Status({ team, incidents }: StatusProps) {
  const count = incidents.filter(({ ended_at }) => ended_at === null).length
  return (
    <AccountLayout
      title={statusOf({ team: team.name })}
      lead={count === 0 ? allWorks() : someDoesNotWork({ count })}
      footer={<Link href={route('contact.create', { team: team.id })}>{askTheTeam()}</Link>}
    >
      <IncidentList incidents={incidents} />
    </AccountLayout>
  )
}
