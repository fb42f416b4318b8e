import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Moment } from '../../components/accounts/Moment.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'

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
    <TeamLayout {...props} title="Projects" current="projects">
      <Section title="All projects" about="All members of the team see them, and nobody else.">
        {projects.length === 0 ? (
          <p className="none">There is no project yet.</p>
        ) : (
          <ul className="rows">
            {projects.map(({ id, name, creator, created_at, canUpdate }) => (
              <li key={id}>
                <div>
                  <strong>{name}</strong>
                  <p className="hint">
                    {creator === null ? 'Added' : `${creator},`} <Moment at={created_at} />
                  </p>
                </div>
                {canUpdate && (
                  <Link
                    href={route('projects.edit', { team: team.id, project: id })}
                    className="press plain"
                    aria-label={`Edit ${name}`}
                  >
                    Edit
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>

      <Section title="Add a project" about="Its creator and administrators can change it.">
        <AccountForm
          action={action('projects.store', { team: team.id })}
          submit="Add project"
          labels={{ name: 'Name of the project' }}
        >
          <Field name="name" label="Name of the project" autoComplete="off" />
        </AccountForm>
      </Section>
    </TeamLayout>
  )
}
