import type { ViewOf } from 'tenon/models'
import { router, route } from 'tenon/react'
import type { Field, TypedFields } from '../../../app/fields.ts'
import type { TicketFilter } from '../../../app/requests/ticket-filter.ts'
import type { LabelView } from '../../../app/views.ts'
import { orderNames, statusNames, valueOf } from './choices.ts'
import { InlineSelect } from './InlineSelect.tsx'
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

interface TicketFiltersProps {
  readonly team: { readonly id: number }
  readonly filter: TicketFilter
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly fields: readonly Field[]
}

/** The filters of the list. They are in the URL, so members can share a list as a link. */
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
      <InlineSelect
        name="status"
        label={statusLabel()}
        choices={[['', anyStatus], ...Object.entries(statusNames)]}
        defaultValue={filter.status}
      />
      <InlineSelect
        name="assignee"
        label={assigneeLabel()}
        choices={[
          ['', anybodys],
          ['me', mine],
          ['nobody', nobodys],
        ]}
        defaultValue={filter.assignee}
      />
      {labels.length > 0 && (
        <InlineSelect
          name="label"
          label={labelsTitle()}
          choices={[['', anyLabel], ...labels.map(({ id, name }) => [String(id), name] as const)]}
          defaultValue={filter.label}
        />
      )}
      <InlineSelect
        name="order"
        label={orderLabel()}
        choices={Object.entries(orderNames)}
        defaultValue={filter.order}
      />
      <FieldFilters fields={fields} wanted={filter.fields ?? {}} />
    </form>
  )
}

interface FieldFiltersProps {
  readonly fields: readonly Field[]
  readonly wanted: TypedFields
}

/** The filters by the team's own fields, expanded if one of them is in use. */
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
            defaultValue: valueOf(wanted, key) ?? '',
          }
          return (
            <label key={key} htmlFor={common.id}>
              <bdi>{label}</bdi>
              {kind === 'choice' ? (
                <InlineSelect
                  {...common}
                  label={label}
                  choices={[['', anyValue], ...choices.map((choice) => [choice, choice] as const)]}
                />
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
