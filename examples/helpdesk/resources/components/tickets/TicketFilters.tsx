import type { ViewOf } from 'tenon/models'
import { router, route } from 'tenon/react'
import type { LabelView } from '../../../app/views.ts'
import { orderNames, orders, statuses, statusNames, type Order, type Status } from './choices.ts'
import {
  anyLabel,
  anyStatus,
  anybodys,
  assigneeLabel,
  labelsTitle,
  mine,
  nobodys,
  orderLabel,
  searchLabel,
  statusLabel,
} from '../../words/tickets.ts'

export interface Filter {
  readonly status?: Status | undefined
  readonly assignee?: 'me' | 'nobody' | undefined
  readonly label?: number | undefined
  readonly search: string
  readonly order: Order
}

interface TicketFiltersProps {
  readonly team: { readonly id: number }
  readonly filter: Filter
  readonly labels: readonly ViewOf<typeof LabelView>[]
}

/** Which tickets the list shows. They are in the address, so a list can be sent to a colleague. */
export function TicketFilters({ team, filter, labels }: TicketFiltersProps) {
  const show = (form: HTMLFormElement) => {
    const chosen = [...new FormData(form)].filter(([, value]) => value !== '')
    router.visit(route('tickets.index', { team: team.id }, Object.fromEntries(chosen)), {
      preserveState: true,
    })
  }
  return (
    <form
      className="filters"
      role="search"
      onChange={({ currentTarget, target }) => {
        if (target instanceof HTMLSelectElement) show(currentTarget)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        show(event.currentTarget)
      }}
    >
      <input
        type="search"
        name="search"
        aria-label={searchLabel()}
        placeholder={searchLabel()}
        defaultValue={filter.search}
      />
      <select name="status" aria-label={statusLabel()} defaultValue={filter.status ?? ''}>
        <option value="">{anyStatus()}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {statusNames[status]()}
          </option>
        ))}
      </select>
      <select name="assignee" aria-label={assigneeLabel()} defaultValue={filter.assignee ?? ''}>
        <option value="">{anybodys()}</option>
        <option value="me">{mine()}</option>
        <option value="nobody">{nobodys()}</option>
      </select>
      {labels.length > 0 && (
        <select name="label" aria-label={labelsTitle()} defaultValue={filter.label ?? ''}>
          <option value="">{anyLabel()}</option>
          {labels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select name="order" aria-label={orderLabel()} defaultValue={filter.order}>
        {orders.map((order) => (
          <option key={order} value={order}>
            {orderNames[order]()}
          </option>
        ))}
      </select>
    </form>
  )
}
