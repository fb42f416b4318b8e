import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { PasswordField, passwordHint } from '../../components/accounts/PasswordField.tsx'
import { ProviderButtons, type ProviderRow } from '../../components/accounts/Providers.tsx'

export default function Register({ providers }: { providers: readonly ProviderRow[] }) {
  return (
    <AccountLayout
      title="Create an account"
      footer={
        <>
          You have one already? <Link href={route('login.create')}>Log in</Link>
        </>
      }
    >
      <AccountForm
        action={action('registration.store')}
        submit="Create account"
        labels={{ name: 'Name', email: 'Email address', password: 'Password' }}
      >
        <Field name="name" label="Name" autoComplete="name" autoFocus />
        <Field name="email" label="Email address" type="email" autoComplete="username" />
        <PasswordField
          name="password"
          label="Password"
          hint={passwordHint}
          autoComplete="new-password"
        />
      </AccountForm>
      <ProviderButtons providers={providers} use="providers.login" />
    </AccountLayout>
  )
}
