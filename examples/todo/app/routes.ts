import { del, fallback, get, group, post, put, redirect, route, routes, text } from 'tenon'
import { NotFound } from 'tenon/errors'
import * as todos from './controllers/todos.ts'

export const web = routes([
  get('/', () => redirect(route('todos.index'))).name('home'),
  group('/todos', [
    get('/', todos.index).name('todos.index'),
    get('/create', todos.create).name('todos.create'),
    post('/', todos.store).name('todos.store'),
    get('/{todo}/edit', todos.edit).name('todos.edit'),
    put('/{todo}', todos.update).name('todos.update'),
    post('/{todo}/toggle', todos.toggle).name('todos.toggle'),
    del('/{todo}', todos.destroy).name('todos.destroy'),
  ]),
  fallback((request) => {
    // Browsers get the page `Error`. Programs that do not accept HTML get one line of text.
    const wantsPage = request.isPageVisit || request.header('accept')?.includes('text/html')
    if (wantsPage === true) throw new NotFound()
    return text('404 Not Found').status(404)
  }),
])

declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
