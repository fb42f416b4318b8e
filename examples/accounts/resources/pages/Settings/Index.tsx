import type { Wire } from 'tenon'
import { action, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Logins, type LoginRow } from '../../components/accounts/Logins.tsx'
import { PasswordField, passwordHint } from '../../components/accounts/PasswordField.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { SettingsNav } from '../../components/accounts/SettingsNav.tsx'
import { SignedInLayout } from '../../components/accounts/SignedInLayout.tsx'

interface SettingsProps {
  readonly user: Wire<User>
  readonly logins: readonly LoginRow[]
  readonly canChangeAddress: boolean
}

export default function Index({ user, logins, canChangeAddress }: SettingsProps) {
  return (
    <SignedInLayout title="Settings" user={user}>
      <SettingsNav current="account" />

      <Section title="Profile" about="What we call you.">
        <AccountForm
          action={action('settings.profile')}
          submit="Save name"
          labels={{ name: 'Name' }}
        >
          <Field name="name" label="Name" autoComplete="name" defaultValue={user.name} />
        </AccountForm>
      </Section>

      <Section title="Email address" about="You log in with it, and we send mails to it.">
        <p className="value">
          {user.email}
          <span className={canChangeAddress ? 'badge' : 'badge open'}>
            {canChangeAddress ? 'verified' : 'not verified'}
          </span>
        </p>
        <div className="actions">
          {canChangeAddress ? (
            <Link href={route('address-change.create')} className="press plain">
              Change address
            </Link>
          ) : (
            <Link href={route('verification.create')} className="press plain">
              Verify address
            </Link>
          )}
        </div>
      </Section>

      <Section title="Password" about="A new password logs out all other browsers.">
        <AccountForm
          action={action('settings.password')}
          submit="Change password"
          labels={{ password: 'Current password', new_password: 'New password' }}
        >
          <input type="text" autoComplete="username" defaultValue={user.email} hidden readOnly />
          <PasswordField name="password" label="Current password" autoComplete="current-password" />
          <PasswordField
            name="new_password"
            label="New password"
            hint={passwordHint}
            autoComplete="new-password"
          />
        </AccountForm>
      </Section>

      <Section title="Browsers" about="Where you are logged in. End what you do not recognize.">
        <Logins logins={logins} />
      </Section>

      <Section title="Delete account" about="Deletes your account and everything in it.">
        <div className="actions">
          <Link href={route('settings.remove')} className="press plain danger">
            Delete account
          </Link>
        </div>
      </Section>
    </SignedInLayout>
  )
}
