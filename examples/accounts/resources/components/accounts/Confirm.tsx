import { useState, type ReactNode } from 'react'
import { Form, type Action } from 'tenon/react'
import { Dialog } from '../parts/Dialog.tsx'
import { cancel } from '../../words/accounts.ts'

interface ConfirmProps {
  readonly action: Action<string, object>
  /** The heading of the dialog: what will be done, and to what. */
  readonly title: string
  /** The text of both buttons. */
  readonly submit: string
  readonly isDangerous?: boolean
  /** Hidden fields of the form. */
  readonly children?: ReactNode
}

/** A button for an action that cannot be undone. It asks for confirmation first. */
export function Confirm({ action, title, submit, isDangerous = false, children }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className={isDangerous ? 'press danger' : 'press plain'}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {submit}
      </button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <Form action={action} options={{ preserveScroll: true }} onFinish={close}>
          {children}
          <div className="actions">
            <button type="button" className="press plain" onClick={close}>
              {cancel()}
            </button>
            <button className="press danger">{submit}</button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
