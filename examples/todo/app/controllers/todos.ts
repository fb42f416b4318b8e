import { handler, page, redirect, route } from 'tenon'
import { Todo } from '../models/todo.ts'
import { TodoRequest } from '../requests/todo-request.ts'

export const index = handler(async () => page('Todos/Index', { todos: await Todo.all() }))

export const create = handler(() => page('Todos/Create', { todo: null }))

export const store = handler({ form: TodoRequest }, async ({ form }) => {
  await Todo.create({ title: form.title })
  return redirect(route('todos.index'))
})

export const edit = handler({ todo: Todo }, ({ todo }) => page('Todos/Edit', { todo }))

export const update = handler({ todo: Todo, form: TodoRequest }, async ({ todo, form }) => {
  await todo.update({ title: form.title })
  return redirect(route('todos.index'))
})

export const toggle = handler({ todo: Todo }, async ({ todo }) => {
  await todo.toggle()
  return redirect(route('todos.index'))
})

export const destroy = handler({ todo: Todo }, async ({ todo }) => {
  await todo.delete()
  return redirect(route('todos.index'))
})
