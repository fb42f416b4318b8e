import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { DeadLink } from '../../components/accounts/DeadLink.tsx'
import { PasswordField } from '../../components/accounts/PasswordField.tsx'
import {
  askForNewLink,
  backToLogin,
  changePassword,
  chooseNewPassword,
  chooseNewPasswordLead,
  endTokensToo,
  newPassword,
  passwordHint,
} from '../../words/accounts.ts'

interface ResetPasswordProps {
  readonly token: string
  readonly isValid: boolean
}

export default function ResetPassword({ token, isValid }: ResetPasswordProps) {
  if (!isValid) {
    return (
      <DeadLink footer={<Link href={route('login.create')}>{backToLogin()}</Link>}>
        <Link href={route('password-reset.create')} className="press">
          {askForNewLink()}
        </Link>
      </DeadLink>
    )
  }
  return (
    <AccountLayout
      title={chooseNewPassword()}
      lead={chooseNewPasswordLead()}
      footer={<Link href={route('password-reset.create')}>{askForNewLink()}</Link>}
    >
      <AccountForm
        action={action('password-reset.update')}
        submit={changePassword()}
        fields={['password']}
      >
        <input type="hidden" name="token" defaultValue={token} />
        <PasswordField
          name="password"
          label={newPassword()}
          hint={passwordHint()}
          autoComplete="new-password"
          autoFocus
        />
        <label className="check field">
          <input type="checkbox" name="revoke_tokens" />
          {endTokensToo()}
        </label>
      </AccountForm>
    </AccountLayout>
  )
}
