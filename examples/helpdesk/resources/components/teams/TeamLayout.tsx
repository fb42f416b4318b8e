import type { ReactNode } from 'react'
import { Link, route } from 'tenon/react'
import { SignedInLayout } from '../accounts/SignedInLayout.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { statusPage } from '../../words/status.ts'
import type { Role } from './roles.ts'
import './teams.css'
import { TeamMark } from './TeamMark.tsx'
import { createATeam, membersTitle, switchFrom, teamSettings } from '../../words/teams.ts'
import { fieldsTitle } from '../../words/fields.ts'
import { labelsTitle, reportsTitle, ticketsTitle } from '../../words/tickets.ts'

/** The props of every page of a team, from `teamFrame()` in `app/controllers/teams/team-frame.ts`. */
export interface TeamFrame {
  readonly user: { readonly name: string }
  readonly team: TeamName
  readonly teams: readonly TeamName[]
  readonly can: {
    readonly invite: boolean
    readonly update: boolean
    readonly transfer: boolean
    readonly delete: boolean
    readonly leave: boolean
  }
}

export interface TeamName {
  readonly id: number
  readonly name: string
}

/** A team of the user, with the role in it. */
export interface TeamRow extends TeamName {
  readonly role: Role
}

interface TeamLayoutProps extends TeamFrame {
  readonly title: string
  readonly current: (typeof parts)[number]['name']
  readonly children: ReactNode
}

/** The frame of a team's pages: the team, a menu to switch to another one, and tabs. */
export function TeamLayout({ title, current, user, team, teams, children }: TeamLayoutProps) {
  return (
    <SignedInLayout title={title} user={user}>
      <TeamSwitcher team={team} teams={teams} />
      <Tabs
        label={team.name}
        tabs={parts.map(({ name, label, page }) => ({
          href: route(page, { team: team.id }),
          label: label(),
          isCurrent: name === current,
        }))}
      />
      {children}
    </SignedInLayout>
  )
}

const parts = [
  { name: 'tickets', label: ticketsTitle, page: 'tickets.index' },
  { name: 'reports', label: reportsTitle, page: 'reports.show' },
  { name: 'labels', label: labelsTitle, page: 'labels.index' },
  { name: 'fields', label: fieldsTitle, page: 'fields.index' },
  { name: 'status', label: statusPage, page: 'incidents.index' },
  { name: 'members', label: membersTitle, page: 'members.index' },
  { name: 'settings', label: teamSettings, page: 'teams.edit' },
] as const

/** The team is in the path, so a link switches it, and two windows can show two teams. */
function TeamSwitcher({ team, teams }: Pick<TeamFrame, 'team' | 'teams'>) {
  return (
    <details className="switcher" key={team.id}>
      <summary>
        <TeamMark name={team.name} />
        <span>
          <span className="unseen">{switchFrom()} </span>
          {team.name}
        </span>
      </summary>
      <ul>
        {teams.map(({ id, name }) => (
          <li key={id}>
            <Link
              href={route('tickets.index', { team: id })}
              aria-current={id === team.id ? 'true' : undefined}
            >
              <TeamMark name={name} />
              {name}
            </Link>
          </li>
        ))}
        <li className="apart">
          <Link href={route('teams.create')}>{createATeam()}</Link>
        </li>
      </ul>
    </details>
  )
}
