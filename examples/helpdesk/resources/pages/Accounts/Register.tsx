import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { PasswordField } from '../../components/accounts/PasswordField.tsx'
import { ProviderButtons, type ProviderRow } from '../../components/accounts/Providers.tsx'
import {
  createAccount,
  createAnAccount,
  emailAddress,
  haveAnAccount,
  logIn,
  nameLabel,
  passwordHint,
  passwordLabel,
} from '../../words/accounts.ts'

export default function Register({ providers }: { providers: readonly ProviderRow[] }) {
  return (
    <AccountLayout
      title={createAnAccount()}
      footer={
        <>
          {haveAnAccount()} <Link href={route('login.create')}>{logIn()}</Link>
        </>
      }
    >
      <AccountForm
        action={action('registration.store')}
        submit={createAccount()}
        fields={['name', 'email', 'password']}
      >
        <Field name="name" label={nameLabel()} autoComplete="name" autoFocus />
        <Field name="email" label={emailAddress()} type="email" autoComplete="username" />
        <PasswordField
          name="password"
          label={passwordLabel()}
          hint={passwordHint()}
          autoComplete="new-password"
        />
      </AccountForm>
      <ProviderButtons providers={providers} use="providers.login" />
    </AccountLayout>
  )
}
