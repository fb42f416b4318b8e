import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { nameLabel } from '../../words/accounts.ts'
import {
  deleteTeamAbout,
  deleteTeamLink,
  deleteTeamTitle,
  giveAway,
  onlyAdmins,
  ownerAbout,
  ownerTitle,
  saveName,
  teamName,
  teamNameAbout,
  teamSettings,
} from '../../words/teams.ts'

export default function Settings(props: TeamFrame) {
  const { team, can } = props
  return (
    <TeamLayout {...props} title={teamSettings()} current="settings">
      <Section title={nameLabel()} about={teamNameAbout()}>
        {can.update ? (
          <AccountForm
            action={action('teams.update', { team: team.id })}
            submit={saveName()}
            fields={['name']}
          >
            <Field name="name" label={teamName()} autoComplete="off" defaultValue={team.name} />
          </AccountForm>
        ) : (
          <>
            <p className="value">{team.name}</p>
            <p className="none">{onlyAdmins()}</p>
          </>
        )}
      </Section>

      {can.transfer && (
        <Section title={ownerTitle()} about={ownerAbout()}>
          <div className="actions">
            <Link href={route('ownership.edit', { team: team.id })} className="press plain">
              {giveAway()}
            </Link>
          </div>
        </Section>
      )}

      {can.delete && (
        <Section title={deleteTeamTitle()} about={deleteTeamAbout()}>
          <div className="actions">
            <Link href={route('teams.remove', { team: team.id })} className="press plain danger">
              {deleteTeamLink()}
            </Link>
          </div>
        </Section>
      )}
    </TeamLayout>
  )
}
