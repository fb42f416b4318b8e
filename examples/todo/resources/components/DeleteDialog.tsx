import { useEffect, useRef } from 'react'
import { route, router } from 'tenon/react'
import type { Todo } from '../../app/models/todo.ts'
import type { Wire } from 'tenon'

/** Asks for confirmation before a todo is deleted; open while `todo` is set. */
export function DeleteDialog({ todo, onClose }: { todo: Wire<Todo> | null; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const keep = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (todo === null) {
      dialog.current?.close()
      return
    }
    dialog.current?.showModal()
    keep.current?.focus()
  }, [todo])

  function confirm() {
    if (todo === null) return
    router.delete(route('todos.destroy', { todo: todo.id }), { preserveScroll: true })
    onClose()
  }

  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="delete-title">
      <h2 id="delete-title">Delete this todo?</h2>
      <p className="quote">{todo?.title}</p>
      <div className="actions">
        <button type="button" className="button danger" onClick={confirm}>
          Delete
        </button>
        <button ref={keep} type="button" className="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </dialog>
  )
}
