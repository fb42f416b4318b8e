import type { Wire } from 'tenon'
import type { Todo } from '../../../app/models/todo.ts'
import { Layout } from '../../components/Layout.tsx'
import { TodoForm } from '../../components/TodoForm.tsx'

export default function Edit({ todo }: { todo: Wire<Todo> | null }) {
  return (
    <Layout title="Edit todo">
      <TodoForm todo={todo} label="Save" />
    </Layout>
  )
}
