import { Link, route, router } from 'tenon/react'
import type { Todo } from '../../app/models/todo.ts'
import type { Wire } from 'tenon'

/** A row of the list: whether the todo is done, its title, and its actions. */
export function TodoItem({ todo, onDelete }: { todo: Wire<Todo>; onDelete: () => void }) {
  function toggle() {
    router.post(route('todos.toggle', { todo: todo.id }), {}, { preserveScroll: true })
  }

  return (
    <li className={todo.completed ? 'todo done' : 'todo'}>
      <label>
        <input type="checkbox" checked={todo.completed} onChange={toggle} />
        <span className="title">{todo.title}</span>
      </label>
      <time dateTime={todo.created_at}>{toDay(todo.created_at)}</time>
      <Link
        href={route('todos.edit', { todo: todo.id })}
        className="icon edit"
        aria-label={`Edit ${todo.title}`}
      />
      <button
        type="button"
        className="icon delete"
        aria-label={`Delete ${todo.title}`}
        onClick={onDelete}
      />
    </li>
  )
}

function toDay(instant: string): string {
  return new Date(instant).toLocaleDateString('en', { month: 'short', day: 'numeric' })
}
