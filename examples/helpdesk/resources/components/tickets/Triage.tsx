import type { ViewOf } from 'tenon/models'
import { action } from 'tenon/react'
import type { Field as TeamField } from '../../../app/fields.ts'
import type { LabelView, PersonView, TicketPageView } from '../../../app/views.ts'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { Field } from '../accounts/Field.tsx'
import { CustomFields, toFieldNames } from './CustomFields.tsx'
import { LabelMark } from './LabelMark.tsx'
import { SelectField } from './SelectField.tsx'
import { priorityNames, statusNames } from './choices.ts'
import {
  assigneeLabel,
  costLabel,
  details,
  dueOn,
  labelsTitle,
  nobodyYet,
  priorityLabel,
  save,
  statusLabel,
} from '../../words/tickets.ts'

interface TriageProps {
  readonly team: { readonly id: number }
  readonly ticket: ViewOf<typeof TicketPageView>
  readonly people: readonly ViewOf<typeof PersonView>[]
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly fields: readonly TeamField[]
}

/** What the team decides about a ticket. */
export function Triage({ team, ticket, people, labels, fields }: TriageProps) {
  const chosen = new Set(ticket.labels.map(({ id }) => id))
  return (
    <section className="card" aria-label={details()}>
      <AccountForm
        // Another window may have changed it: then the fields show what is true now.
        key={JSON.stringify([
          ticket.status,
          ticket.priority,
          ticket.assignee_id,
          ticket.due_on,
          ticket.cost,
          ticket.fields,
          ...chosen,
        ])}
        action={action('tickets.update', { team: team.id, ticket: ticket.id })}
        submit={save()}
        fields={[
          'status',
          'priority',
          'assignee_id',
          'due_on',
          'cost',
          'labels',
          ...toFieldNames(fields),
        ]}
      >
        <SelectField
          name="status"
          label={statusLabel()}
          choices={Object.entries(statusNames)}
          defaultValue={ticket.status}
        />
        <SelectField
          name="priority"
          label={priorityLabel()}
          choices={Object.entries(priorityNames)}
          defaultValue={ticket.priority}
        />
        <SelectField
          name="assignee_id"
          label={assigneeLabel()}
          choices={[['', nobodyYet], ...people.map(({ id, name }) => [String(id), name] as const)]}
          defaultValue={String(ticket.assignee_id ?? '')}
        />
        <Field
          name="due_on"
          label={dueOn()}
          type="date"
          required={false}
          defaultValue={ticket.due_on ?? ''}
        />
        <Field
          name="cost"
          label={costLabel()}
          inputMode="decimal"
          required={false}
          autoComplete="off"
          defaultValue={ticket.cost ?? ''}
        />
        <CustomFields fields={fields} values={ticket.fields} />
        <LabelChoices labels={labels} chosen={chosen} />
      </AccountForm>
    </section>
  )
}

interface LabelChoicesProps {
  readonly labels: readonly ViewOf<typeof LabelView>[]
  /** Their keys. */
  readonly chosen: ReadonlySet<number>
}

function LabelChoices({ labels, chosen }: LabelChoicesProps) {
  if (labels.length === 0) return null
  return (
    <fieldset className="field">
      <legend>{labelsTitle()}</legend>
      {labels.map((label) => (
        <label key={label.id} className="check">
          <input
            type="checkbox"
            name="labels[]"
            value={label.id}
            defaultChecked={chosen.has(label.id)}
          />
          <LabelMark label={label} />
        </label>
      ))}
    </fieldset>
  )
}
