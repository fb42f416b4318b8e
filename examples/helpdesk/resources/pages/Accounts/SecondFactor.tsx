import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'

/** After the password, for users who have turned two-factor login on. */
export default function SecondFactor() {
  return (
    <AccountLayout
      title="Enter your code"
      lead="Your password is right. Now open your authenticator app."
      footer={<Link href={route('login.create')}>Log in as somebody else</Link>}
    >
      <AccountForm action={action('second-factor.store')} submit="Log in" labels={{ code: 'Code' }}>
        <Field
          name="code"
          label="Code"
          hint="Six digits. Without the app, enter a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </AccountForm>
    </AccountLayout>
  )
}
