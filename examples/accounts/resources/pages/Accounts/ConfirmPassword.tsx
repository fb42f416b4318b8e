import type { Wire } from 'tenon'
import { action, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { PasswordField } from '../../components/accounts/PasswordField.tsx'

export default function ConfirmPassword({ user }: { user: Wire<User> }) {
  return (
    <AccountLayout
      title="Confirm your password"
      lead="You are about to change something important, so we ask again."
      footer={<Link href={route('settings.show')}>Back to the settings</Link>}
    >
      <AccountForm
        action={action('confirmation.store')}
        submit="Confirm"
        labels={{ password: 'Password' }}
      >
        {/* Password managers find the password by it. */}
        <input type="text" autoComplete="username" defaultValue={user.email} hidden readOnly />
        <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
      </AccountForm>
    </AccountLayout>
  )
}
