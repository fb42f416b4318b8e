import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { PasswordField, passwordHint } from '../../components/accounts/PasswordField.tsx'

export default function ResetPassword({ token }: { token: string }) {
  return (
    <AccountLayout
      title="Choose a new password"
      lead="All browsers are logged out then."
      footer={<Link href={route('password-reset.create')}>Ask for a new link</Link>}
    >
      <AccountForm
        action={action('password-reset.update')}
        submit="Change password"
        labels={{ password: 'New password' }}
      >
        <input type="hidden" name="token" defaultValue={token} />
        <PasswordField
          name="password"
          label="New password"
          hint={passwordHint}
          autoComplete="new-password"
          autoFocus
        />
      </AccountForm>
    </AccountLayout>
  )
}
