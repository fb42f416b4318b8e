import { handler, route } from 'tenon'
import { answer, list } from 'tenon/answers'
import { Todo } from '../models/todo.ts'
import { TodoRequest } from '../requests/todo-request.ts'

export const index = handler({})
  .answers(list(Todo))
  .run(() => Todo.all())

export const show = handler({ todo: Todo })
  .answers(Todo)
  .run(({ todo }) => todo)

export const store = handler({ form: TodoRequest })
  .answers({ 201: Todo })
  .run(async ({ form }) => {
    const todo = await Todo.create({ title: form.title })
    return answer(201, todo).header('location', route('todos.show', { todo: todo.id }))
  })

export const update = handler({ todo: Todo, form: TodoRequest })
  .answers(Todo)
  .run(({ todo, form }) => todo.update({ title: form.title }))

export const toggle = handler({ todo: Todo })
  .answers(Todo)
  .run(({ todo }) => todo.toggle())

export const destroy = handler({ todo: Todo })
  .answers({ 204: null })
  .run(async ({ todo }) => {
    await todo.delete()
    return null
  })
