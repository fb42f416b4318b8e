import { action } from 'tenon/react'
import type { Field as TeamField } from '../../../app/fields.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { CustomFields, toFieldNames } from '../../components/tickets/CustomFields.tsx'
import { SelectField } from '../../components/tickets/SelectField.tsx'
import { TextField } from '../../components/tickets/TextField.tsx'
import { priorityNames } from '../../components/tickets/choices.ts'
import { emailAddress } from '../../words/accounts.ts'
import {
  addATicket,
  addTicket,
  customerAsks,
  customerName,
  priorityLabel,
  subjectLabel,
  whatHappened,
  whatHappenedAbout,
} from '../../words/tickets.ts'

interface CreateProps extends TeamFrame {
  readonly fields: readonly TeamField[]
}

/** Adds a ticket for a customer, such as one who calls. */
export default function Create(props: CreateProps) {
  return (
    <TeamLayout {...props} title={addATicket()} current="tickets">
      <Section title={whatHappened()} about={whatHappenedAbout()}>
        <AccountForm
          action={action('tickets.store', { team: props.team.id })}
          submit={addTicket()}
          fields={[
            'customer_name',
            'customer_email',
            'subject',
            'body',
            'priority',
            ...toFieldNames(props.fields),
          ]}
        >
          <Field name="customer_name" label={customerName()} autoComplete="off" />
          <Field name="customer_email" label={emailAddress()} type="email" autoComplete="off" />
          <Field name="subject" label={subjectLabel()} autoComplete="off" />
          <TextField name="body" label={customerAsks()} />
          <SelectField
            name="priority"
            label={priorityLabel()}
            choices={Object.entries(priorityNames)}
            defaultValue="normal"
          />
          <CustomFields fields={props.fields} />
        </AccountForm>
      </Section>
    </TeamLayout>
  )
}
