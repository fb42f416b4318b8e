import { useState } from 'react'
import { Link, route } from 'tenon/react'
import type { Todo } from '../../../app/models/todo.ts'
import type { Wire } from 'tenon'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { Layout } from '../../components/Layout.tsx'
import { EmptyState } from '../../components/parts/EmptyState.tsx'
import { TodoItem } from '../../components/TodoItem.tsx'

export default function Index({ todos }: { todos: Wire<Todo>[] }) {
  const [doomed, setDoomed] = useState<Wire<Todo> | null>(null)
  const open = todos.filter((todo) => !todo.completed).length

  return (
    <Layout title="Todos">
      <div className="bar">
        <p role="status">
          {todos.length === 0 ? 'Nothing to do' : `${open} of ${todos.length} to do`}
        </p>
        <Link href={route('todos.create')} className="button primary">
          New todo
        </Link>
      </div>
      {todos.length === 0 ? (
        <EmptyState title="A clear list. Write down what comes next." />
      ) : (
        <ul className="card todos">
          {todos.map((todo) => (
            <TodoItem key={todo.id} todo={todo} onDelete={() => setDoomed(todo)} />
          ))}
        </ul>
      )}
      <DeleteDialog todo={doomed} onClose={() => setDoomed(null)} />
    </Layout>
  )
}
