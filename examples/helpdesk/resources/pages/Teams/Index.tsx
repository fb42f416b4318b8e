import { Link, route } from 'tenon/react'
import { SignedInLayout } from '../../components/accounts/SignedInLayout.tsx'
import { EmptyState } from '../../components/parts/EmptyState.tsx'
import { roleNames } from '../../components/teams/roles.ts'
import type { TeamRow } from '../../components/teams/TeamLayout.tsx'
import { TeamMark } from '../../components/teams/TeamMark.tsx'
import '../../components/teams/teams.css'
import { createATeam, inNoTeam, yourTeams } from '../../words/teams.ts'

interface IndexProps {
  readonly user: { readonly name: string }
  readonly teams: readonly TeamRow[]
}

/** The teams of a user. */
export default function Index({ user, teams }: IndexProps) {
  const create = (
    <Link href={route('teams.create')} className={teams.length === 0 ? 'press' : 'press plain'}>
      {createATeam()}
    </Link>
  )
  return (
    <SignedInLayout title={yourTeams()} user={user}>
      {teams.length === 0 ? (
        <EmptyState title={inNoTeam()}>{create}</EmptyState>
      ) : (
        <div className="card">
          <ul className="rows team-list">
            {teams.map(({ id, name, role }) => (
              <li key={id}>
                <div className="who">
                  <TeamMark name={name} />
                  <Link href={route('tickets.index', { team: id })}>{name}</Link>
                </div>
                <span className="badge plain">{roleNames[role]?.() ?? role}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {teams.length > 0 && <p>{create}</p>}
    </SignedInLayout>
  )
}
