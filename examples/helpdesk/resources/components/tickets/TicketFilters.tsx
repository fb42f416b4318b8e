import type { ViewOf } from 'tenon/models'
import { router, route } from 'tenon/react'
import type { Field, TypedFields } from '../../../app/fields.ts'
import type { LabelView } from '../../../app/views.ts'
import { orderNames, orders, statuses, statusNames, type Order, type Status } from './choices.ts'
import { anyValue, filterByFields, showThem } from '../../words/fields.ts'
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
  readonly fields?: TypedFields | undefined
  readonly search: string
  readonly order: Order
}

interface TicketFiltersProps {
  readonly team: { readonly id: number }
  readonly filter: Filter
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly fields: readonly Field[]
}

/** Which tickets the list shows. They are in the address, so a list can be sent to a colleague. */
export function TicketFilters({ team, filter, labels, fields }: TicketFiltersProps) {
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
      <FieldFilters fields={fields} wanted={filter.fields ?? {}} />
    </form>
  )
}

interface FieldFiltersProps {
  readonly fields: readonly Field[]
  readonly wanted: TypedFields
}

/** Open if one of them is used. */
function FieldFilters({ fields, wanted }: FieldFiltersProps) {
  if (fields.length === 0) return null
  return (
    <details open={Object.keys(wanted).length > 0}>
      <summary>{filterByFields()}</summary>
      <div className="more">
        {fields.map(({ key, name: label, kind, choices }) => {
          const common = {
            id: `filter-${key}`,
            name: `fields[${key}]`,
            defaultValue: wanted[key] ?? '',
          }
          return (
            <label key={key} htmlFor={common.id}>
              <bdi>{label}</bdi>
              {kind === 'choice' ? (
                <select {...common}>
                  <option value="">{anyValue()}</option>
                  {choices.map((choice) => (
                    <option key={choice}>{choice}</option>
                  ))}
                </select>
              ) : (
                <input {...common} type={kind === 'date' ? 'date' : 'text'} autoComplete="off" />
              )}
            </label>
          )
        })}
        <button className="press plain">{showThem()}</button>
      </div>
    </details>
  )
}
