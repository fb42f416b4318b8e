import type { Wire } from 'tenon'
import { Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { Passkeys, type PasskeyRow } from '../../components/accounts/Passkeys.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { SettingsNav } from '../../components/accounts/SettingsNav.tsx'
import { SignedInLayout } from '../../components/accounts/SignedInLayout.tsx'
import { Tokens, type TokenRow } from '../../components/accounts/Tokens.tsx'
import { settings } from '../../words/accounts.ts'
import {
  accessTokens,
  accessTokensAbout,
  addAPasskey,
  authenticatorApp,
  codesLeft,
  createAToken,
  newRecoveryCodes,
  off,
  on,
  passkeysAbout,
  passkeysTitle,
  turnOff,
  turnOn,
  twoFactorAbout,
  twoFactorLogin,
} from '../../words/settings.ts'

interface SecurityProps {
  readonly user: Wire<User>
  readonly secondFactor: { readonly isEnabled: boolean; readonly recoveryCodes: number }
  readonly passkeys: readonly PasskeyRow[]
  readonly tokens: readonly TokenRow[]
}

export default function Security({ user, secondFactor, passkeys, tokens }: SecurityProps) {
  return (
    <SignedInLayout title={settings()} user={user}>
      <SettingsNav current="security" />

      <Section title={twoFactorLogin()} about={twoFactorAbout()}>
        {secondFactor.isEnabled ? <TurnedOn left={secondFactor.recoveryCodes} /> : <TurnedOff />}
      </Section>

      <Section title={passkeysTitle()} about={passkeysAbout()}>
        <Passkeys passkeys={passkeys} />
        <div className="actions">
          <Link href={route('passkeys.create')} className="press plain">
            {addAPasskey()}
          </Link>
        </div>
      </Section>

      <Section title={accessTokens()} about={accessTokensAbout()}>
        <Tokens tokens={tokens} />
        <div className="actions">
          <Link href={route('tokens.create')} className="press plain">
            {createAToken()}
          </Link>
        </div>
      </Section>
    </SignedInLayout>
  )
}

function TurnedOn({ left }: { left: number }) {
  return (
    <>
      <p className="value">
        {authenticatorApp()} <span className="badge">{on()}</span>
      </p>
      <p className="none">{codesLeft({ count: left })}</p>
      <div className="actions">
        <Link href={route('two-factor.edit')} className="press plain">
          {newRecoveryCodes()}
        </Link>
        <Link href={route('two-factor.remove')} className="press plain danger">
          {turnOff()}
        </Link>
      </div>
    </>
  )
}

function TurnedOff() {
  return (
    <>
      <p className="value">
        {authenticatorApp()} <span className="badge open">{off()}</span>
      </p>
      <div className="actions">
        <Link href={route('two-factor.create')} className="press plain">
          {turnOn()}
        </Link>
      </div>
    </>
  )
}
