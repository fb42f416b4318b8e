import type { Wire } from 'tenon'
import type { Todo } from '../../../app/models/todo.ts'
import { Layout } from '../../components/Layout.tsx'
import { TodoForm } from '../../components/TodoForm.tsx'

export default function Create({ todo }: { todo: Wire<Todo> | null }) {
  return (
    <Layout title="New todo">
      <TodoForm todo={todo} label="Create" />
    </Layout>
  )
}
