import type { ComponentProps, ReactNode } from 'react'
import { Form, type Action } from 'tenon/react'
import { ErrorSummary } from './ErrorSummary.tsx'

type FormProps<Fields extends object> = ComponentProps<typeof Form<Fields>>

interface AccountFormProps<Fields extends object> {
  readonly action: Action<string, Fields>
  /** The text of the button. */
  readonly submit: string
  /** The fields that show their own errors, with their labels. */
  readonly labels?: { readonly [Name in keyof Fields & string]?: string }
  /** The fields that are emptied when the form fails, such as the current password. */
  readonly clears?: FormProps<Fields>['resetOnError']
  readonly isDangerous?: boolean
  readonly children?: ReactNode
}

/** A form that keeps what was typed when it fails, except what `clears` names, and moves the focus to what is wrong. */
export function AccountForm<Fields extends object>({
  action,
  submit,
  labels = {},
  clears = false,
  isDangerous = false,
  children,
}: AccountFormProps<Fields>) {
  return (
    <Form
      action={action}
      options={{ preserveScroll: true }}
      resetOnSuccess
      resetOnError={clears}
      noValidate
    >
      {({ processing }) => (
        <>
          <ErrorSummary labels={labels} />
          {children}
          <div className="actions">
            <button className={isDangerous ? 'press danger' : 'press'} disabled={processing}>
              {submit}
            </button>
          </div>
        </>
      )}
    </Form>
  )
}
