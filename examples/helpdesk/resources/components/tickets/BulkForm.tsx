import type { ReactNode } from 'react'
import { action, Form } from 'tenon/react'
import { priorities, priorityNames, statuses, statusNames } from './words.ts'

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
          <div className="bulk" role="group" aria-label="The chosen tickets">
            <select name="status" aria-label="New status" defaultValue="">
              <option value="">Keep the status</option>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {statusNames[status]}
                </option>
              ))}
            </select>
            <select name="priority" aria-label="New priority" defaultValue="">
              <option value="">Keep the priority</option>
              {priorities.map((priority) => (
                <option key={priority} value={priority}>
                  {priorityNames[priority]}
                </option>
              ))}
            </select>
            <button className="press plain" disabled={processing}>
              Apply to the chosen ones
            </button>
            {errors.tickets !== undefined && <p className="error">{errors.tickets}</p>}
          </div>
          {children}
        </>
      )}
    </Form>
  )
}
