import { useState } from 'react'
import type { ViewOf } from 'tenon/models'
import { action, useFormContext } from 'tenon/react'
import type { Field as TeamField } from '../../../app/fields.ts'
import type { LabelView, PersonView, TicketPageView } from '../../../app/views.ts'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { Field } from '../accounts/Field.tsx'
import { CustomFields, toFieldNames } from './CustomFields.tsx'
import { LabelMark } from './LabelMark.tsx'
import { SelectField } from './SelectField.tsx'
import { priorityNames, statusNames, type Choice } from './choices.ts'
import {
  assigneeLabel,
  changedMeanwhile,
  costLabel,
  details,
  dueOn,
  formerMember,
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

/** The values of a ticket that the team decides. */
export function Triage({ team, ticket, people, labels, fields }: TriageProps) {
  const chosen = new Set(ticket.labels.map(({ id }) => id))
  return (
    <section className="card" aria-label={details()}>
      <AccountForm
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
          choices={toAssignees(people, ticket.assignee_id)}
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
        <ChangedMeanwhile stored={JSON.stringify(ticket)} />
      </AccountForm>
    </section>
  )
}

/** Nobody, the members, and the assignee if they have left the team. */
function toAssignees(people: TriageProps['people'], assignee: number | null): readonly Choice[] {
  const choices: Choice[] = [
    ['', nobodyYet],
    ...people.map(({ id, name }): Choice => [String(id), name]),
  ]
  const isMissing = assignee !== null && people.every(({ id }) => id !== assignee)
  return isMissing ? [...choices, [String(assignee), formerMember]] : choices
}

/** Warns that the stored ticket has changed while this form has unsaved changes. */
function ChangedMeanwhile({ stored }: { stored: string }) {
  const { isDirty = false, processing = false } = useFormContext() ?? {}
  const [begun, setBegun] = useState(stored)
  if ((!isDirty || processing) && begun !== stored) setBegun(stored)
  return (
    <p className="hint" role="status">
      {begun !== stored && changedMeanwhile()}
    </p>
  )
}

interface LabelChoicesProps {
  readonly labels: readonly ViewOf<typeof LabelView>[]
  /** The keys of the labels that the ticket has. */
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
