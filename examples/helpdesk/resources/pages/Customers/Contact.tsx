import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { FilesField } from '../../components/tickets/FilesField.tsx'
import { TextField } from '../../components/tickets/TextField.tsx'
import { yourEmailAddress } from '../../words/settings.ts'
import { send, subjectLabel } from '../../words/tickets.ts'
import { howCanHelp, howCanHelpLead, whatHasHappened, yourName } from '../../words/customers.ts'

interface ContactProps {
  readonly team: { readonly id: number; readonly name: string }
}

/** Where customers ask for help, without an account. */
export default function Contact({ team }: ContactProps) {
  return (
    <AccountLayout title={howCanHelp({ team: team.name })} lead={howCanHelpLead()}>
      <AccountForm
        action={action('contact.store', { team: team.id })}
        submit={send()}
        fields={['customer_name', 'customer_email', 'subject', 'body', 'files']}
      >
        <Field name="customer_name" label={yourName()} autoComplete="name" />
        <Field name="customer_email" label={yourEmailAddress()} type="email" autoComplete="email" />
        <Field name="subject" label={subjectLabel()} autoComplete="off" />
        <TextField name="body" label={whatHasHappened()} />
        <FilesField />
      </AccountForm>
    </AccountLayout>
  )
}
