import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'

export default function Settings(props: TeamFrame) {
  const { team, can } = props
  return (
    <TeamLayout {...props} title="Team settings" current="settings">
      <Section title="Name" about="How members and those you invite see the team.">
        {can.update ? (
          <AccountForm
            action={action('teams.update', { team: team.id })}
            submit="Save name"
            labels={{ name: 'Name of the team' }}
          >
            <Field
              name="name"
              label="Name of the team"
              autoComplete="off"
              defaultValue={team.name}
            />
          </AccountForm>
        ) : (
          <>
            <p className="value">{team.name}</p>
            <p className="none">Only administrators change the settings of the team.</p>
          </>
        )}
      </Section>

      {can.transfer && (
        <Section title="Owner" about="You own this team. You can give it to another member.">
          <div className="actions">
            <Link href={route('ownership.edit', { team: team.id })} className="press plain">
              Give it to somebody else
            </Link>
          </div>
        </Section>
      )}

      {can.delete && (
        <Section
          title="Delete the team"
          about="Deletes the team and everything that belongs to it."
        >
          <div className="actions">
            <Link href={route('teams.remove', { team: team.id })} className="press plain danger">
              Delete team
            </Link>
          </div>
        </Section>
      )}
    </TeamLayout>
  )
}
