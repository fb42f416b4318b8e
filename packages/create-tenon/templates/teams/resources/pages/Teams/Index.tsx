import { Link, route } from 'tenon/react'
import { SignedInLayout } from '../../components/accounts/SignedInLayout.tsx'
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
  return (
    <SignedInLayout title={yourTeams()} user={user}>
      {teams.length === 0 ? (
        <p className="lead">{inNoTeam()}</p>
      ) : (
        <div className="card">
          <ul className="rows team-list">
            {teams.map(({ id, name, role }) => (
              <li key={id}>
                <div className="who">
                  <TeamMark name={name} />
                  <Link href={route('projects.index', { team: id })}>{name}</Link>
                </div>
                <span className="badge plain">{roleNames[role]()}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p>
        <Link href={route('teams.create')} className={teams.length === 0 ? 'press' : 'press plain'}>
          {createATeam()}
        </Link>
      </p>
    </SignedInLayout>
  )
}
