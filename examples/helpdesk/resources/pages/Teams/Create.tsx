import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'

export default function Create() {
  return (
    <AccountLayout
      title="Create a team"
      lead="It is yours, and you can invite others."
      footer={<Link href={route('teams.index')}>Back to your teams</Link>}
    >
      <AccountForm
        action={action('teams.store')}
        submit="Create team"
        labels={{ name: 'Name of the team' }}
      >
        <Field name="name" label="Name of the team" autoComplete="organization" autoFocus />
      </AccountForm>
    </AccountLayout>
  )
}
