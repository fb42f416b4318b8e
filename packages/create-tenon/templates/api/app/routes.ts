import { del, fallback, get, group, post, put, redirect, route, routes } from 'tenon'
import { NotFound } from 'tenon/errors'
import * as todos from './controllers/todos.ts'

export const web = routes([
  get('/', () => redirect(route('todos.index'))).name('home'),
  group('/todos', [
    get('/', todos.index).name('todos.index'),
    post('/', todos.store).name('todos.store'),
    get('/{todo}', todos.show).name('todos.show'),
    put('/{todo}', todos.update).name('todos.update'),
    post('/{todo}/toggle', todos.toggle).name('todos.toggle'),
    del('/{todo}', todos.destroy).name('todos.destroy'),
  ]),
  // Without this fallback, unknown paths get a response in plain text.
  fallback(() => {
    throw new NotFound()
  }),
])

declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
