import type { Wire } from 'tenon'
import { action, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'

export default function Address({ user }: { user: Wire<User> }) {
  return (
    <AccountLayout
      title="Change your address"
      lead={
        <>
          We send a link to <strong>{user.email}</strong> and another one to the new address. Open
          both within an hour.
        </>
      }
      footer={<Link href={route('settings.show')}>Back to the settings</Link>}
    >
      <AccountForm
        action={action('address-change.store')}
        submit="Send both links"
        labels={{ email: 'New email address' }}
      >
        <Field name="email" label="New email address" type="email" autoComplete="email" autoFocus />
      </AccountForm>
    </AccountLayout>
  )
}
