import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { PasskeyLogin } from '../../components/accounts/PasskeyLogin.tsx'
import { PasswordField } from '../../components/accounts/PasswordField.tsx'
import { ProviderButtons, type ProviderRow } from '../../components/accounts/Providers.tsx'
import {
  createAnAccount,
  emailAddress,
  forgotPassword,
  logIn,
  newHere,
  passwordLabel,
  stayLoggedIn,
} from '../../words/accounts.ts'

export default function Login({ providers }: { providers: readonly ProviderRow[] }) {
  return (
    <AccountLayout
      title={logIn()}
      footer={
        <>
          {newHere()} <Link href={route('registration.create')}>{createAnAccount()}</Link>
        </>
      }
    >
      <AccountForm
        action={action('login.store')}
        submit={logIn()}
        fields={['email', 'password']}
        clears={['password']}
      >
        <Field
          name="email"
          label={emailAddress()}
          type="email"
          autoComplete="username webauthn"
          autoFocus
        />
        <PasswordField name="password" label={passwordLabel()} autoComplete="current-password" />
        <div className="row">
          <label className="check">
            <input type="checkbox" name="remember" /> {stayLoggedIn()}
          </label>
          <Link href={route('password-reset.create')}>{forgotPassword()}</Link>
        </div>
      </AccountForm>
      <PasskeyLogin />
      <ProviderButtons providers={providers} use="providers.login" />
    </AccountLayout>
  )
}
