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
import { RegionSection } from '../../components/accounts/RegionSection.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { SettingsNav } from '../../components/accounts/SettingsNav.tsx'
import { SignedInLayout } from '../../components/accounts/SignedInLayout.tsx'
import { emailAddress, nameLabel, settings } from '../../words/accounts.ts'
import {
  browsersAbout,
  browsersTitle,
  changeAddress,
  deleteAccount,
  deleteAccountAbout,
  downloadMyData,
  emailAbout,
  notVerified,
  profile,
  profileAbout,
  saveName,
  verified,
  verifyAddress,
  yourData,
  yourDataAbout,
} from '../../words/settings.ts'

interface SettingsProps {
  readonly user: Wire<User>
  /** `false` for users who came from a provider and have not set a password. */
  readonly hasPassword: boolean
  readonly logins: readonly LoginRow[]
  readonly providers: readonly ProviderRow[]
  readonly identities: readonly IdentityRow[]
  readonly canChangeAddress: boolean
  readonly timeZones: readonly string[]
}

export default function Index(props: SettingsProps) {
  const { user, hasPassword, logins, providers, identities, canChangeAddress, timeZones } = props
  return (
    <SignedInLayout title={settings()} user={user}>
      <SettingsNav current="account" />

      <Section title={profile()} about={profileAbout()}>
        <AccountForm action={action('settings.profile')} submit={saveName()} fields={['name']}>
          <Field name="name" label={nameLabel()} autoComplete="name" defaultValue={user.name} />
        </AccountForm>
      </Section>

      <Section title={emailAddress()} about={emailAbout()}>
        <p className="value">
          {user.email}
          <span className={canChangeAddress ? 'badge' : 'badge open'}>
            {canChangeAddress ? verified() : notVerified()}
          </span>
        </p>
        <div className="actions">
          {canChangeAddress ? (
            <Link href={route('address-change.create')} className="press plain">
              {changeAddress()}
            </Link>
          ) : (
            <Link href={route('verification.create')} className="press plain">
              {verifyAddress()}
            </Link>
          )}
        </div>
      </Section>

      <RegionSection timeZone={user.time_zone} timeZones={timeZones} />

      <PasswordSection email={user.email} hasPassword={hasPassword} />

      <ConnectedAccounts providers={providers} identities={identities} />

      <Section title={browsersTitle()} about={browsersAbout()}>
        <Logins logins={logins} />
      </Section>

      <Section title={yourData()} about={yourDataAbout()}>
        <div className="actions">
          <a href={route('settings.data')} className="press plain">
            {downloadMyData()}
          </a>
        </div>
      </Section>

      <Section title={deleteAccount()} about={deleteAccountAbout()}>
        <div className="actions">
          <Link href={route('settings.remove')} className="press plain danger">
            {deleteAccount()}
          </Link>
        </div>
      </Section>
    </SignedInLayout>
  )
}
