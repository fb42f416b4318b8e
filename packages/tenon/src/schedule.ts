export { task } from './services/schedule/task.ts'
export type { Task } from './services/schedule/scheduled-task.ts'
export type {
  TaskAtMidnight,
  TaskWithoutFunction,
  TaskWithoutTime,
} from './services/schedule/task.ts'
export type { CatchUp, TaskRun } from './services/schedule/task-settings.ts'
export type { TimeOfDay, Weekday } from './services/schedule/cron-fields.ts'

export {
  createScheduler,
  Scheduler,
  type SchedulerOptions,
  type TaskListing,
} from './services/schedule/scheduler.ts'
export type { RunOutcome } from './services/schedule/running-tasks.ts'
export type { HistoryQuery, RunRecord, RunState } from './services/schedule/history.ts'

export type { Clock, Sleep } from './services/lease/clock.ts'
export type { WorkLog as ScheduleLog } from './services/lease/work-log.ts'
