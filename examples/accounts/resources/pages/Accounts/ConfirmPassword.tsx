import type { Wire } from 'tenon'
import { action, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { PasswordField } from '../../components/accounts/PasswordField.tsx'
import { ProviderButtons, type ProviderRow } from '../../components/accounts/Providers.tsx'
import {
  backToSettings,
  confirm,
  confirmItIsYou,
  confirmLead,
  confirmYourPassword,
  passwordLabel,
} from '../../words/accounts.ts'

interface ConfirmPasswordProps {
  readonly user: Wire<User>
  /** `false` for users who came from a provider and have not set a password. */
  readonly hasPassword: boolean
  readonly providers: readonly ProviderRow[]
}

export default function ConfirmPassword({ user, hasPassword, providers }: ConfirmPasswordProps) {
  return (
    <AccountLayout
      title={hasPassword ? confirmYourPassword() : confirmItIsYou()}
      lead={confirmLead()}
      footer={<Link href={route('settings.show')}>{backToSettings()}</Link>}
    >
      {hasPassword && (
        <AccountForm
          action={action('confirmation.store')}
          submit={confirm()}
          fields={['password']}
          clears={['password']}
        >
          {/* Password managers need the username to find the password. */}
          <input type="text" autoComplete="username" defaultValue={user.email} hidden readOnly />
          <PasswordField
            name="password"
            label={passwordLabel()}
            autoComplete="current-password"
            autoFocus
          />
        </AccountForm>
      )}
      <ProviderButtons providers={providers} use="providers.confirm" isAlone={!hasPassword} />
    </AccountLayout>
  )
}
