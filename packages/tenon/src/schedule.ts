export { task } from './services/schedule/task.ts'
export type { Task } from './services/schedule/scheduled-task.ts'
export type {
  TaskAtMidnight,
  TaskWithoutFunction,
  TaskWithoutTime,
} from './services/schedule/task.ts'
export type { CatchUp, TaskRun } from './services/schedule/task-settings.ts'
export type { TimeOfDay, Weekday } from './services/schedule/cron-fields.ts'
