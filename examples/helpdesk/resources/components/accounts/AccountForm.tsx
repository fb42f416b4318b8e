import { useRef, type ComponentProps, type ReactNode } from 'react'
import { Form, type Action } from 'tenon/react'
import { ErrorSummary } from './ErrorSummary.tsx'
import { useStoredValues } from './stored-values.ts'

type FormProps<Fields extends object> = ComponentProps<typeof Form<Fields>>

/** The name of a field, or of a value inside a field: `due_on`, `address.city`. */
type FieldName<Name extends string> = Name | `${Name}.${string}`

interface AccountFormProps<Fields extends object> {
  readonly action: Action<string, Fields>
  /** The text of the button. */
  readonly submit: string
  /** The names of the fields that show their own errors. */
  readonly fields?: readonly FieldName<keyof Fields & string>[]
  /** The fields that are emptied when the form fails, such as the current password. */
  readonly clears?: FormProps<Fields>['resetOnError']
  readonly isDangerous?: boolean
  readonly children?: ReactNode
}

/**
 * A form. If it fails, it keeps the input, except the fields in `clears`, and moves the focus to the errors. If it
 * succeeds, each field shows its default again: the stored value, or nothing in a form that adds something.
 */
export function AccountForm<Fields extends object>({
  action,
  submit,
  fields = [],
  clears = false,
  isDangerous = false,
  children,
}: AccountFormProps<Fields>) {
  const button = useRef<HTMLButtonElement>(null)
  const form = () => button.current?.form
  useStoredValues(form)
  return (
    <Form
      action={action}
      options={{ preserveScroll: true }}
      // `resetOnSuccess` would restore the values from when the page was opened.
      onSuccess={() => form()?.reset()}
      setDefaultsOnSuccess
      resetOnError={clears}
      noValidate
    >
      {({ processing }) => (
        <>
          <ErrorSummary fields={fields} />
          {children}
          <div className="actions">
            <button
              ref={button}
              className={isDangerous ? 'press danger' : 'press'}
              disabled={processing}
            >
              {submit}
            </button>
          </div>
        </>
      )}
    </Form>
  )
}
