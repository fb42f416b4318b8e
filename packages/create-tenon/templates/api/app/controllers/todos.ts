import { handler, json, noContent, route } from 'tenon'
import { Todo } from '../models/todo.ts'
import { TodoRequest } from '../requests/todo-request.ts'

export const index = async () => json(await Todo.all())

export const show = handler({ todo: Todo }).run(({ todo }) => json(todo))

export const store = handler({ form: TodoRequest }).run(async ({ form }) => {
  const todo = await Todo.create({ title: form.title })
  return json(todo)
    .status(201)
    .header('location', route('todos.show', { todo: todo.id }))
})

export const update = handler({ todo: Todo, form: TodoRequest }).run(async ({ todo, form }) => {
  await todo.update({ title: form.title })
  return json(todo)
})

export const toggle = handler({ todo: Todo }).run(async ({ todo }) => {
  await todo.toggle()
  return json(todo)
})

export const destroy = handler({ todo: Todo }).run(async ({ todo }) => {
  await todo.delete()
  return noContent()
})
