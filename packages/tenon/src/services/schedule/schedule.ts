import { SetupError } from '../../base/support/setup-error.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import type { Task } from './task.ts'

/** The tasks of an application, no two of one name. */
export type Schedule = readonly ScheduledTask[]

/** Throws `E_TASK_NAME_TAKEN` if two tasks have the same name. */
export function toSchedule(tasks: readonly Task[]): Schedule {
  const names = new Set<string>()
  return tasks.map(({ name, '~settings': task }) => {
    if (!names.has(name)) {
      names.add(name)
      return task
    }
    throw new SetupError(
      'E_TASK_NAME_TAKEN',
      `Two tasks are named "${name}". Rename one: the name identifies the task in the database.`,
    )
  })
}

/** Returns the task with this name. Throws `E_TASK_UNKNOWN`, with the names of all. */
export function getTask(schedule: Schedule, name: string): ScheduledTask {
  const task = schedule.find((each) => each.name === name)
  if (task !== undefined) return task
  const known = schedule.map((each) => `"${each.name}"`).join(', ')
  throw new SetupError('E_TASK_UNKNOWN', `Unknown task "${name}". Known tasks: ${known || 'none'}.`)
}
