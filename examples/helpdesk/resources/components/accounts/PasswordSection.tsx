import { action, Link, route } from 'tenon/react'
import { AccountForm } from './AccountForm.tsx'
import { PasswordField } from './PasswordField.tsx'
import { Section } from './Section.tsx'
import { changePassword, newPassword, passwordHint, passwordLabel } from '../../words/accounts.ts'
import {
  currentPassword,
  noPasswordAbout,
  passwordAbout,
  setPassword,
} from '../../words/settings.ts'

interface PasswordSectionProps {
  readonly email: string
  /** `false` for users who came from a provider and have not set a password. */
  readonly hasPassword: boolean
}

/** The part of the settings with the password. */
export function PasswordSection({ email, hasPassword }: PasswordSectionProps) {
  if (!hasPassword) {
    return (
      <Section title={passwordLabel()} about={noPasswordAbout()}>
        <div className="actions">
          <Link href={route('password-reset.create')} className="press plain">
            {setPassword()}
          </Link>
        </div>
      </Section>
    )
  }
  return (
    <Section title={passwordLabel()} about={passwordAbout()}>
      <AccountForm
        action={action('settings.password')}
        submit={changePassword()}
        fields={['password', 'new_password']}
        clears={['password']}
      >
        <input type="text" autoComplete="username" defaultValue={email} hidden readOnly />
        <PasswordField name="password" label={currentPassword()} autoComplete="current-password" />
        <PasswordField
          name="new_password"
          label={newPassword()}
          hint={passwordHint()}
          autoComplete="new-password"
        />
      </AccountForm>
    </Section>
  )
}
