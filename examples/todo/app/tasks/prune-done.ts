import { task } from 'tenon/schedule'
import { Todo } from '../models/todo.ts'

const keptDays = 30

export const pruneDone = task('prune-done')
  .daily()
  .at('03:15')
  .withoutOverlapping()
  .run(async () => {
    const before = new Date(Date.now() - keptDays * 24 * 60 * 60 * 1000)
    await Todo.where('completed_at', '<', before).delete()
  })
