import type { ReactNode } from 'react'
import { action, Form } from 'tenon/react'
import { priorities, priorityNames, statuses, statusNames } from './choices.ts'
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
  /** A list whose lines have checkboxes with the name `tickets`. */
  readonly children: ReactNode
}

/** One decision about all tickets that are chosen. */
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
            <select name="status" aria-label={newStatus()} defaultValue="">
              <option value="">{keepStatus()}</option>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {statusNames[status]()}
                </option>
              ))}
            </select>
            <select name="priority" aria-label={newPriority()} defaultValue="">
              <option value="">{keepPriority()}</option>
              {priorities.map((priority) => (
                <option key={priority} value={priority}>
                  {priorityNames[priority]()}
                </option>
              ))}
            </select>
            <button className="press plain" disabled={processing}>
              {applyToChosen()}
            </button>
            {errors.tickets !== undefined && <p className="error">{errors.tickets}</p>}
          </div>
          {children}
        </>
      )}
    </Form>
  )
}
