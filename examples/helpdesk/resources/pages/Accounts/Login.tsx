import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { PasskeyLogin } from '../../components/accounts/PasskeyLogin.tsx'
import { PasswordField } from '../../components/accounts/PasswordField.tsx'
import { ProviderButtons, type ProviderRow } from '../../components/accounts/Providers.tsx'

export default function Login({ providers }: { providers: readonly ProviderRow[] }) {
  return (
    <AccountLayout
      title="Log in"
      footer={
        <>
          New here? <Link href={route('registration.create')}>Create an account</Link>
        </>
      }
    >
      <AccountForm
        action={action('login.store')}
        submit="Log in"
        labels={{ email: 'Email address', password: 'Password' }}
        clears={['password']}
      >
        <Field
          name="email"
          label="Email address"
          type="email"
          autoComplete="username webauthn"
          autoFocus
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <div className="row">
          <label className="check">
            <input type="checkbox" name="remember" /> Stay logged in
          </label>
          <Link href={route('password-reset.create')}>Forgot your password?</Link>
        </div>
      </AccountForm>
      <PasskeyLogin />
      <ProviderButtons providers={providers} use="providers.login" />
    </AccountLayout>
  )
}
