import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import './parts.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** Also called for Escape. */
  readonly onClose: () => void
  /** Put the button that changes nothing first: it gets the focus. */
  readonly children: ReactNode
}

/** A modal dialog. When it closes, the focus returns to where it was. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (!isOpen) dialog.current?.close()
    else if (dialog.current?.open === false) dialog.current.showModal()
  }, [isOpen])

  // Escape fires `cancel` at once, and `close` so late that the dialog may be open again. File inputs also `cancel`.
  function follow({ type, target, currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    if (target === currentTarget && (type === 'cancel' || !currentTarget.open)) onClose()
  }

  return (
    <dialog
      ref={dialog}
      className="part-dialog"
      aria-labelledby={titleId}
      onCancel={follow}
      onClose={follow}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
