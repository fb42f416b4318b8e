import { useRef, type FormEvent } from 'react'
import { action, Link, route, useForm } from 'tenon/react'
import type { Todo } from '../../app/models/todo.ts'
import { maxTitleLength } from '../../app/shared/titles.ts'
import type { Wire } from 'tenon'

/** Creates a todo, or renames an existing one. */
export function TodoForm({ todo, label }: { todo: Wire<Todo> | null; label: string }) {
  const field = useRef<HTMLInputElement>(null)
  const target = todo === null ? action('todos.store') : action('todos.update', { todo: todo.id })
  const form = useForm(target, { title: todo?.title ?? '' })
  const error = form.errors.title

  function submit(event: FormEvent) {
    event.preventDefault()
    form.submit({ onError: () => field.current?.focus() })
  }

  return (
    <form className="card form" onSubmit={submit} noValidate>
      <label htmlFor="title">Title</label>
      <input
        ref={field}
        id="title"
        name="title"
        value={form.data.title}
        onChange={(event) => form.setData('title', event.target.value)}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : 'title-error'}
        maxLength={maxTitleLength}
        autoComplete="off"
        autoFocus
        required
      />
      {error !== undefined && (
        <p id="title-error" className="error" role="alert">
          {error}
        </p>
      )}
      <div className="actions">
        <button type="submit" className="button primary" disabled={form.processing}>
          {label}
        </button>
        <Link href={route('todos.index')} className="button">
          Cancel
        </Link>
      </div>
    </form>
  )
}
