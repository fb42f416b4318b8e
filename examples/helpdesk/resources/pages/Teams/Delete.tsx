import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Emphasized } from '../../components/accounts/Emphasized.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import {
  deleteTeamLead,
  deleteTeamQuestion,
  deleteTeamTitle,
  keepTeam,
  teamName,
  typeToConfirm,
} from '../../words/teams.ts'

interface DeleteProps {
  readonly team: { readonly id: number; readonly name: string }
}

export default function Delete({ team }: DeleteProps) {
  return (
    <AccountLayout
      title={deleteTeamQuestion()}
      lead={<Emphasized part={team.name}>{(team) => deleteTeamLead({ team })}</Emphasized>}
      footer={<Link href={route('teams.edit', { team: team.id })}>{keepTeam()}</Link>}
    >
      <AccountForm
        action={action('teams.destroy', { team: team.id })}
        submit={deleteTeamTitle()}
        fields={['name']}
        isDangerous
      >
        <Field name="name" label={teamName()} hint={typeToConfirm()} autoComplete="off" autoFocus />
      </AccountForm>
    </AccountLayout>
  )
}
