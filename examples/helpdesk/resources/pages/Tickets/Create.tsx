import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { SelectField } from '../../components/tickets/SelectField.tsx'
import { TextField } from '../../components/tickets/TextField.tsx'
import { priorityNames } from '../../components/tickets/words.ts'

/** For what a customer says on the telephone. */
export default function Create(props: TeamFrame) {
  return (
    <TeamLayout {...props} title="Add a ticket" current="tickets">
      <Section title="What happened" about="The customer gets your answers by mail.">
        <AccountForm
          action={action('tickets.store', { team: props.team.id })}
          submit="Add ticket"
          labels={{
            customer_name: 'Name of the customer',
            customer_email: 'Email address',
            subject: 'Subject',
            body: 'What the customer asks',
            priority: 'Priority',
          }}
        >
          <Field name="customer_name" label="Name of the customer" autoComplete="off" />
          <Field name="customer_email" label="Email address" type="email" autoComplete="off" />
          <Field name="subject" label="Subject" autoComplete="off" />
          <TextField name="body" label="What the customer asks" />
          <SelectField
            name="priority"
            label="Priority"
            choices={priorityNames}
            defaultValue="normal"
          />
        </AccountForm>
      </Section>
    </TeamLayout>
  )
}
