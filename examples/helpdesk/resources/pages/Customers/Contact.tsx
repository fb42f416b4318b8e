import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { FilesField } from '../../components/tickets/FilesField.tsx'
import { TextField } from '../../components/tickets/TextField.tsx'

interface ContactProps {
  readonly team: { readonly id: number; readonly name: string }
}

/** Where customers ask for help, without an account. */
export default function Contact({ team }: ContactProps) {
  return (
    <AccountLayout
      title={`How can ${team.name} help?`}
      lead="You get our answer by mail, with a link to everything that was said."
    >
      <AccountForm
        action={action('contact.store', { team: team.id })}
        submit="Send"
        labels={{
          customer_name: 'Your name',
          customer_email: 'Your email address',
          subject: 'Subject',
          body: 'What has happened?',
          files: 'Files',
        }}
      >
        <Field name="customer_name" label="Your name" autoComplete="name" />
        <Field name="customer_email" label="Your email address" type="email" autoComplete="email" />
        <Field name="subject" label="Subject" autoComplete="off" />
        <TextField name="body" label="What has happened?" />
        <FilesField />
      </AccountForm>
    </AccountLayout>
  )
}
