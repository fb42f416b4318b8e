import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { backToSettings, codeLabel } from '../../words/accounts.ts'
import {
  cannotScan,
  enterKeyInstead,
  qrCode,
  scanLead,
  sixDigits,
  turnOn,
  turnOnTwoFactor,
} from '../../words/settings.ts'

interface TwoFactorProps {
  /** The QR code of the secret: an `<svg>` element from the server. */
  readonly svg: string
  readonly secret: string
}

/** Sets up an authenticator app. */
export default function TwoFactor({ svg, secret }: TwoFactorProps) {
  return (
    <AccountLayout
      title={turnOnTwoFactor()}
      lead={scanLead()}
      footer={<Link href={route('security.show')}>{backToSettings()}</Link>}
    >
      <div
        className="qr"
        role="img"
        aria-label={qrCode()}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <details>
        <summary>{cannotScan()}</summary>
        <p className="hint">{enterKeyInstead()}</p>
        <code className="secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </details>
      <AccountForm action={action('two-factor.store')} submit={turnOn()} fields={['code']}>
        <Field
          name="code"
          label={codeLabel()}
          hint={sixDigits()}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      </AccountForm>
    </AccountLayout>
  )
}
