import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import {
  backToTeams,
  createATeam,
  createTeamLead,
  createTeamSubmit,
  teamName,
} from '../../words/teams.ts'

export default function Create() {
  return (
    <AccountLayout
      title={createATeam()}
      lead={createTeamLead()}
      footer={<Link href={route('teams.index')}>{backToTeams()}</Link>}
    >
      <AccountForm action={action('teams.store')} submit={createTeamSubmit()} fields={['name']}>
        <Field name="name" label={teamName()} autoComplete="organization" autoFocus />
      </AccountForm>
    </AccountLayout>
  )
}
