import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'

interface TwoFactorProps {
  /** The QR code of the secret, an `<svg>` element of the server. */
  readonly svg: string
  readonly secret: string
}

/** Sets up an authenticator app. */
export default function TwoFactor({ svg, secret }: TwoFactorProps) {
  return (
    <AccountLayout
      title="Turn on two-factor login"
      lead="Scan this with an authenticator app, then enter the code that it shows."
      footer={<Link href={route('security.show')}>Back to the settings</Link>}
    >
      <div
        className="qr"
        role="img"
        aria-label="QR code for your authenticator app"
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <details>
        <summary>I cannot scan it</summary>
        <p className="hint">Enter this key in the app instead:</p>
        <code className="secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </details>
      <AccountForm action={action('two-factor.store')} submit="Turn on" labels={{ code: 'Code' }}>
        <Field
          name="code"
          label="Code"
          hint="The six digits in the app."
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      </AccountForm>
    </AccountLayout>
  )
}
