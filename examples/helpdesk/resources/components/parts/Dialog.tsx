import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import './parts.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** Called for Escape as well. */
  readonly onClose: () => void
  /** Its first button gets the focus: the one that changes nothing. */
  readonly children: ReactNode
}

/** A dialog over the page, which cannot be used meanwhile. When it closes, the focus returns to where it was. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (!isOpen) dialog.current?.close()
    else if (dialog.current?.open === false) dialog.current.showModal()
  }, [isOpen])

  // Escape is a `cancel` at once, and a `close` so late that the dialog may be open again. A file input has a `cancel` too.
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
