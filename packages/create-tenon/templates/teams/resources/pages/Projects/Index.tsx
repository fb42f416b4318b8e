import { formatDate } from 'tenon/languages'
import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { EmptyState } from '../../components/parts/EmptyState.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import {
  addAProject,
  addAProjectAbout,
  addProject,
  addedOn,
  allProjects,
  allProjectsAbout,
  createdBy,
  edit,
  editNamed,
  noProject,
  projectName,
  projectsTitle,
} from '../../words/projects.ts'

interface ProjectsProps extends TeamFrame {
  readonly projects: readonly ProjectRow[]
}

interface ProjectRow {
  readonly id: number
  readonly name: string
  /** `null` if the account is deleted. */
  readonly creator: string | null
  readonly created_at: string
  readonly canUpdate: boolean
}

/** The first page of a team. Put your application here. */
export default function Index(props: ProjectsProps) {
  const { team, projects } = props
  return (
    <TeamLayout {...props} title={projectsTitle()} current="projects">
      <Section title={allProjects()} about={allProjectsAbout()}>
        {projects.length === 0 ? (
          <EmptyState title={noProject()} />
        ) : (
          <ul className="rows">
            {projects.map(({ id, name, creator, created_at, canUpdate }) => (
              <li key={id}>
                <div>
                  <strong>{name}</strong>
                  <p className="hint">
                    {creator === null
                      ? addedOn({ day: formatDate(created_at) })
                      : createdBy({ creator, day: formatDate(created_at) })}
                  </p>
                </div>
                {canUpdate && (
                  <Link
                    href={route('projects.edit', { team: team.id, project: id })}
                    className="press plain"
                    aria-label={editNamed({ name })}
                  >
                    {edit()}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>

      <Section title={addAProject()} about={addAProjectAbout()}>
        <AccountForm
          action={action('projects.store', { team: team.id })}
          submit={addProject()}
          fields={['name']}
        >
          <Field name="name" label={projectName()} autoComplete="off" />
        </AccountForm>
      </Section>
    </TeamLayout>
  )
}
