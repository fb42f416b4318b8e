import { action, Link, route, useFormContext } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Emphasized } from '../../components/accounts/Emphasized.tsx'
import {
  backToTeam,
  giveTeamLead,
  giveTeamSubmit,
  giveTeamTitle,
  inviteFirst,
  newOwner,
  nobodyElse,
  openMembers,
} from '../../words/teams.ts'

interface TransferProps {
  readonly team: { readonly id: number; readonly name: string }
  readonly members: readonly {
    readonly id: number
    readonly name: string
    readonly email: string
  }[]
}

export default function Transfer({ team, members }: TransferProps) {
  const back = <Link href={route('teams.edit', { team: team.id })}>{backToTeam()}</Link>
  if (members.length === 0) {
    return (
      <AccountLayout
        title={nobodyElse()}
        lead={<Emphasized part={team.name}>{(team) => inviteFirst({ team })}</Emphasized>}
        footer={back}
      >
        <Link href={route('members.index', { team: team.id })} className="press">
          {openMembers()}
        </Link>
      </AccountLayout>
    )
  }
  return (
    <AccountLayout
      title={giveTeamTitle()}
      lead={<Emphasized part={team.name}>{(team) => giveTeamLead({ team })}</Emphasized>}
      footer={back}
    >
      <AccountForm
        action={action('ownership.update', { team: team.id })}
        submit={giveTeamSubmit()}
        fields={['membership']}
        isDangerous
      >
        <NewOwner members={members} />
      </AccountForm>
    </AccountLayout>
  )
}

function NewOwner({ members }: Pick<TransferProps, 'members'>) {
  const error = useFormContext()?.errors['membership']
  return (
    <div className="field">
      <label htmlFor="membership">{newOwner()}</label>
      <div className="entry">
        <select
          id="membership"
          name="membership"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'membership-error'}
        >
          {members.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name} ({email})
            </option>
          ))}
        </select>
      </div>
      {error !== undefined && (
        <p id="membership-error" className="error">
          {error}
        </p>
      )}
    </div>
  )
}
