import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'

export default function ForgotPassword() {
  return (
    <AccountLayout
      title="Forgot your password?"
      lead="We send you a link with which you choose a new one."
      footer={<Link href={route('login.create')}>Back to the login</Link>}
    >
      <AccountForm
        action={action('password-reset.store')}
        submit="Send the link"
        labels={{ email: 'Email address' }}
      >
        <Field name="email" label="Email address" type="email" autoComplete="username" autoFocus />
      </AccountForm>
    </AccountLayout>
  )
}
