import { action, Link, route, useFormContext } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'

interface TransferProps {
  readonly team: { readonly id: number; readonly name: string }
  readonly members: readonly {
    readonly id: number
    readonly name: string
    readonly email: string
  }[]
}

export default function Transfer({ team, members }: TransferProps) {
  const back = <Link href={route('teams.edit', { team: team.id })}>Back to the team</Link>
  if (members.length === 0) {
    return (
      <AccountLayout
        title="Nobody else is in the team"
        lead={
          <>
            Invite somebody to <strong>{team.name}</strong> first.
          </>
        }
        footer={back}
      >
        <Link href={route('members.index', { team: team.id })} className="press">
          Open the members
        </Link>
      </AccountLayout>
    )
  }
  return (
    <AccountLayout
      title="Give the team to somebody else"
      lead={
        <>
          The new owner of <strong>{team.name}</strong> may do everything, also remove you. You
          become an administrator.
        </>
      }
      footer={back}
    >
      <AccountForm
        action={action('ownership.update', { team: team.id })}
        submit="Give the team away"
        labels={{ membership: 'New owner' }}
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
      <label htmlFor="membership">New owner</label>
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
