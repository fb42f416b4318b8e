import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { DeadLink } from '../../components/accounts/DeadLink.tsx'
import { PasswordField, passwordHint } from '../../components/accounts/PasswordField.tsx'

interface ResetPasswordProps {
  readonly token: string
  readonly isValid: boolean
}

export default function ResetPassword({ token, isValid }: ResetPasswordProps) {
  if (!isValid) {
    return (
      <DeadLink footer={<Link href={route('login.create')}>Back to the login</Link>}>
        <Link href={route('password-reset.create')} className="press">
          Ask for a new link
        </Link>
      </DeadLink>
    )
  }
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
        <label className="check field">
          <input type="checkbox" name="revoke_tokens" />
          Also end all access tokens, if somebody else knew my password
        </label>
      </AccountForm>
    </AccountLayout>
  )
}
