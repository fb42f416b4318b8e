import type { Wire } from 'tenon'
import { action, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Logins, type LoginRow } from '../../components/accounts/Logins.tsx'
import { PasswordSection } from '../../components/accounts/PasswordSection.tsx'
import {
  ConnectedAccounts,
  type IdentityRow,
  type ProviderRow,
} from '../../components/accounts/Providers.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { SettingsNav } from '../../components/accounts/SettingsNav.tsx'
import { SignedInLayout } from '../../components/accounts/SignedInLayout.tsx'

interface SettingsProps {
  readonly user: Wire<User>
  /** Users who came from a provider may have none. */
  readonly hasPassword: boolean
  readonly logins: readonly LoginRow[]
  readonly providers: readonly ProviderRow[]
  readonly identities: readonly IdentityRow[]
  readonly canChangeAddress: boolean
}

export default function Index(props: SettingsProps) {
  const { user, hasPassword, logins, providers, identities, canChangeAddress } = props
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

      <PasswordSection email={user.email} hasPassword={hasPassword} />

      <ConnectedAccounts providers={providers} identities={identities} />

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
