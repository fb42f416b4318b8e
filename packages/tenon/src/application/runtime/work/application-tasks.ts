import { sweepTask } from '../../../work/files/sweep-task.ts'
import type { Task } from '../../../work/schedule/scheduled-task.ts'
import type { ApplicationOptions } from '../application-options.ts'

type Declared = Pick<ApplicationOptions, 'tasks' | 'models' | 'storage'>

/** The tasks of an application in an environment: its own, and in production the sweep of its files. */
export function toTasks(
  { tasks = [], models = {}, storage = {} }: Declared,
  environment: string,
): readonly Task[] {
  const kept = Object.values(models).filter(({ '~entity': { table } }) => table.files.length > 0)
  const isSwept = environment === 'production' && storage.sweep !== false && kept.length > 0
  return isSwept ? [...tasks, sweepTask(Object.values(models))] : tasks
}
