import { useEffect, useId, useRef } from 'react'
import { useFormContext } from 'tenon/react'
import { pleaseCorrect, somethingFailed } from '../../words/accounts.ts'

/**
 * Lists the errors and gets the focus, if there are several errors or one that belongs to no visible field.
 * A single error of a field is shown at the field, which gets the focus.
 */
export function ErrorSummary({ fields }: { fields: readonly string[] }) {
  const errors = useFormContext()?.errors ?? {}
  const summary = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const entries = Object.entries(errors)
  const [[first] = []] = entries
  // A field with several values also shows the errors of each value, such as `files.0`.
  const toField = (name: string) =>
    fields.find((field) => field === name || field === name.replace(/\.\d+$/, ''))
  const isNeeded = entries.length > 1 || (first !== undefined && toField(first) === undefined)

  useEffect(() => {
    if (first === undefined) return
    const field = document.querySelector<HTMLElement>('[aria-invalid=true]')
    const target = summary.current ?? field
    target?.focus()
  }, [errors, first])

  if (!isNeeded) return null
  return (
    <div ref={summary} className="summary" role="alert" aria-labelledby={titleId} tabIndex={-1}>
      <p id={titleId}>{entries.length === 1 ? somethingFailed() : pleaseCorrect()}</p>
      <ul>
        {entries.map(([name, message]) => (
          <li key={name}>{fields.includes(name) ? <a href={`#${name}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  )
}
