import { task, tasks } from 'tenon/schedule'
import { Todo } from './models/todo.ts'

const keptDays = 30

export const schedule = tasks([
  task('prune-done', async () => {
    const before = new Date(Date.now() - keptDays * 24 * 60 * 60 * 1000)
    await Todo.where('completed_at', '<', before).delete()
  })
    .daily()
    .at('03:15')
    .withoutOverlapping(),
])
