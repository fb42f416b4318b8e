import { action, Link, route } from 'tenon/react'
import { AccountForm } from './AccountForm.tsx'
import { PasswordField, passwordHint } from './PasswordField.tsx'
import { Section } from './Section.tsx'

interface PasswordSectionProps {
  readonly email: string
  /** Users who came from a provider may have none. */
  readonly hasPassword: boolean
}

/** The part of the settings with the password. */
export function PasswordSection({ email, hasPassword }: PasswordSectionProps) {
  if (!hasPassword) {
    return (
      <Section title="Password" about="You have none. A link in a mail lets you set one.">
        <div className="actions">
          <Link href={route('password-reset.create')} className="press plain">
            Set a password
          </Link>
        </div>
      </Section>
    )
  }
  return (
    <Section title="Password" about="A new password logs out all other browsers.">
      <AccountForm
        action={action('settings.password')}
        submit="Change password"
        labels={{ password: 'Current password', new_password: 'New password' }}
        clears={['password']}
      >
        <input type="text" autoComplete="username" defaultValue={email} hidden readOnly />
        <PasswordField name="password" label="Current password" autoComplete="current-password" />
        <PasswordField
          name="new_password"
          label="New password"
          hint={passwordHint}
          autoComplete="new-password"
        />
      </AccountForm>
    </Section>
  )
}
