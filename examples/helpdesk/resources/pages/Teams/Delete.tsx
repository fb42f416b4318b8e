import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'

interface DeleteProps {
  readonly team: { readonly id: number; readonly name: string }
}

export default function Delete({ team }: DeleteProps) {
  return (
    <AccountLayout
      title="Delete the team?"
      lead={
        <>
          <strong>{team.name}</strong> and everything that belongs to it is deleted at once, for all
          members. Nobody can bring it back.
        </>
      }
      footer={<Link href={route('teams.edit', { team: team.id })}>Keep the team</Link>}
    >
      <AccountForm
        action={action('teams.destroy', { team: team.id })}
        submit="Delete the team"
        labels={{ name: 'Name of the team' }}
        isDangerous
      >
        <Field
          name="name"
          label="Name of the team"
          hint="Type it to confirm that you want this."
          autoComplete="off"
          autoFocus
        />
      </AccountForm>
    </AccountLayout>
  )
}
