import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import {
  backToLogin,
  emailAddress,
  forgotPassword,
  forgotPasswordLead,
  sendLink,
} from '../../words/accounts.ts'

export default function ForgotPassword() {
  return (
    <AccountLayout
      title={forgotPassword()}
      lead={forgotPasswordLead()}
      footer={<Link href={route('login.create')}>{backToLogin()}</Link>}
    >
      <AccountForm action={action('password-reset.store')} submit={sendLink()} fields={['email']}>
        <Field name="email" label={emailAddress()} type="email" autoComplete="username" autoFocus />
      </AccountForm>
    </AccountLayout>
  )
}
