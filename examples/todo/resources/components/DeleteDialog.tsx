import { route, router } from 'tenon/react'
import type { Wire } from 'tenon'
import type { Todo } from '../../app/models/todo.ts'
import { Dialog } from './parts/Dialog.tsx'

/** Asks for confirmation before a todo is deleted; open while `todo` is set. */
export function DeleteDialog({ todo, onClose }: { todo: Wire<Todo> | null; onClose: () => void }) {
  function confirm() {
    if (todo === null) return
    router.delete(route('todos.destroy', { todo: todo.id }), { preserveScroll: true })
    onClose()
  }

  return (
    <Dialog title="Delete this todo?" isOpen={todo !== null} onClose={onClose}>
      <p>{todo?.title}</p>
      <div className="actions">
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="button danger" onClick={confirm}>
          Delete
        </button>
      </div>
    </Dialog>
  )
}
