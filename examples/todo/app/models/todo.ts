import { c, Model } from 'tenon/models'

export class Todo extends Model('todos', {
  id: c.id(),
  title: c.text(),
  completed: c.boolean().default(false),
  created_at: c.timestamp().onCreate(() => new Date()),
  // Hidden from pages; the task `prune-done` reads it.
  completed_at: c.timestamp().nullable().hidden(),
}) {
  toggle() {
    const completed = !this.completed
    return this.update({ completed, completed_at: completed ? new Date() : null })
  }
}
