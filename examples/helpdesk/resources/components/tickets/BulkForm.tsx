import type { ReactNode } from 'react'
import { action, Form } from 'tenon/react'
import { priorityNames, statusNames } from './choices.ts'
import { InlineSelect } from './InlineSelect.tsx'
import {
  applyToChosen,
  chosenTickets,
  keepPriority,
  keepStatus,
  newPriority,
  newStatus,
} from '../../words/tickets.ts'

interface BulkFormProps {
  readonly team: { readonly id: number }
  /** A list with a checkbox named `tickets[]` in each line. */
  readonly children: ReactNode
}

/** A form with one decision for all selected tickets. */
export function BulkForm({ team, children }: BulkFormProps) {
  return (
    <Form
      action={action('tickets.decide-all', { team: team.id })}
      options={{ preserveScroll: true }}
      resetOnSuccess
    >
      {({ errors, processing }) => (
        <>
          <div className="bulk" role="group" aria-label={chosenTickets()}>
            <InlineSelect
              name="status"
              label={newStatus()}
              choices={[['', keepStatus], ...Object.entries(statusNames)]}
            />
            <InlineSelect
              name="priority"
              label={newPriority()}
              choices={[['', keepPriority], ...Object.entries(priorityNames)]}
            />
            <button className="press plain" disabled={processing}>
              {applyToChosen()}
            </button>
            {errors.tickets !== undefined && (
              <p className="error" role="alert">
                {errors.tickets}
              </p>
            )}
          </div>
          {children}
        </>
      )}
    </Form>
  )
}
