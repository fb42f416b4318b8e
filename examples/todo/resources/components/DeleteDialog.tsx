import { useEffect, useRef } from 'react'
import { route, router } from 'tenon/react'
import type { Todo } from '../../app/models/todo.ts'
import type { Wire } from 'tenon'

/** Asks before a todo is deleted; open while it is given one. */
export function DeleteDialog({ todo, onClose }: { todo: Wire<Todo> | null; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (todo === null) dialog.current?.close()
    else dialog.current?.showModal()
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
        <button type="button" className="button" onClick={onClose} autoFocus>
          Keep it
        </button>
      </div>
    </dialog>
  )
}
