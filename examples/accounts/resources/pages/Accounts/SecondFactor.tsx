import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import {
  codeLabel,
  enterYourCode,
  enterYourCodeHint,
  enterYourCodeLead,
  logIn,
  logInAsOther,
} from '../../words/accounts.ts'

/** Shown after the password, to users who have turned two-factor login on. */
export default function SecondFactor() {
  return (
    <AccountLayout
      title={enterYourCode()}
      lead={enterYourCodeLead()}
      footer={<Link href={route('login.create')}>{logInAsOther()}</Link>}
    >
      <AccountForm action={action('second-factor.store')} submit={logIn()} fields={['code']}>
        <Field
          name="code"
          label={codeLabel()}
          hint={enterYourCodeHint()}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </AccountForm>
    </AccountLayout>
  )
}
