import { handler, page, redirect, route } from 'tenon'
import { live } from 'tenon/pages'
import { Todo } from '../models/todo.ts'
import { TodoRequest } from '../requests/todo-request.ts'

export const index = () => page('Todos/Index', { todos: live(() => Todo.all()) })

export const create = () => page('Todos/Create', { todo: null })

export const store = handler({ form: TodoRequest }).run(async ({ form }) => {
  await Todo.create({ title: form.title })
  return redirect(route('todos.index'))
})

export const edit = handler({ todo: Todo }).run(({ todo }) => page('Todos/Edit', { todo }))

export const update = handler({ todo: Todo, form: TodoRequest }).run(async ({ todo, form }) => {
  await todo.update({ title: form.title })
  return redirect(route('todos.index'))
})

export const toggle = handler({ todo: Todo }).run(async ({ todo }) => {
  await todo.toggle()
  return redirect(route('todos.index'))
})

export const destroy = handler({ todo: Todo }).run(async ({ todo }) => {
  await todo.delete()
  return redirect(route('todos.index'))
})
