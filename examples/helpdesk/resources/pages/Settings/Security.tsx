import type { Wire } from 'tenon'
import { Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { Passkeys, type PasskeyRow } from '../../components/accounts/Passkeys.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { SettingsNav } from '../../components/accounts/SettingsNav.tsx'
import { SignedInLayout } from '../../components/accounts/SignedInLayout.tsx'
import { Tokens, type TokenRow } from '../../components/accounts/Tokens.tsx'

interface SecurityProps {
  readonly user: Wire<User>
  readonly secondFactor: { readonly isEnabled: boolean; readonly recoveryCodes: number }
  readonly passkeys: readonly PasskeyRow[]
  readonly tokens: readonly TokenRow[]
}

export default function Security({ user, secondFactor, passkeys, tokens }: SecurityProps) {
  return (
    <SignedInLayout title="Settings" user={user}>
      <SettingsNav current="security" />

      <Section
        title="Two-factor login"
        about="After your password we ask for a code of an app on your phone."
      >
        {secondFactor.isEnabled ? <TurnedOn left={secondFactor.recoveryCodes} /> : <TurnedOff />}
      </Section>

      <Section
        title="Passkeys"
        about="Log in with a fingerprint, face or PIN instead of your password."
      >
        <Passkeys passkeys={passkeys} />
        <div className="actions">
          <Link href={route('passkeys.create')} className="press plain">
            Add a passkey
          </Link>
        </div>
      </Section>

      <Section title="Access tokens" about="For programs that act for you through the API.">
        <Tokens tokens={tokens} />
        <div className="actions">
          <Link href={route('tokens.create')} className="press plain">
            Create a token
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
        Authenticator app <span className="badge">on</span>
      </p>
      <p className="none">
        {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
      </p>
      <div className="actions">
        <Link href={route('two-factor.edit')} className="press plain">
          New recovery codes
        </Link>
        <Link href={route('two-factor.remove')} className="press plain danger">
          Turn off
        </Link>
      </div>
    </>
  )
}

function TurnedOff() {
  return (
    <>
      <p className="value">
        Authenticator app <span className="badge open">off</span>
      </p>
      <div className="actions">
        <Link href={route('two-factor.create')} className="press plain">
          Turn on
        </Link>
      </div>
    </>
  )
}
