import type { ViewOf } from 'tenon/models'
import { action, Form, Link, route } from 'tenon/react'
import type { TicketFilter } from '../../../app/requests/ticket-filter.ts'
import type { SavedListView } from '../../../app/views.ts'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { Field } from '../accounts/Field.tsx'
import { deleteListNamed, listName, save, saveThisList, savedLists } from '../../words/tickets.ts'

interface SavedListsProps {
  readonly team: { readonly id: number }
  readonly lists: readonly ViewOf<typeof SavedListView>[]
  /** The current filter of the page, which the form saves. */
  readonly filter: TicketFilter
}

/** The saved lists of the team, and a form to save the current one. */
export function SavedLists({ team, lists, filter }: SavedListsProps) {
  const { fields = {}, ...others } = filter
  return (
    <div className="lists">
      <nav aria-label={savedLists()}>
        {lists.map((list) => (
          <span key={list.id} className="saved">
            <Link href={route('tickets.index', { team: team.id }, list.filter)}>{list.name}</Link>
            <Form action={action('saved-lists.destroy', { team: team.id, list: list.id })}>
              <button className="bare" aria-label={deleteListNamed({ name: list.name })}>
                ×
              </button>
            </Form>
          </span>
        ))}
      </nav>
      <details>
        <summary>{saveThisList()}</summary>
        <AccountForm
          action={action('saved-lists.store', { team: team.id })}
          submit={save()}
          fields={['name']}
        >
          {Object.entries(fields).map(([key, value]) => (
            <input key={key} type="hidden" name={`fields.${key}`} value={value ?? ''} />
          ))}
          {Object.entries(others).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value ?? ''} />
          ))}
          <Field name="name" label={listName()} autoComplete="off" />
        </AccountForm>
      </details>
    </div>
  )
}
