export { task } from './work/schedule/task.ts'
export type { Task } from './work/schedule/scheduled-task.ts'
export type { TaskAtMidnight, TaskWithoutFunction, TaskWithoutTime } from './work/schedule/task.ts'
export type { CatchUp, TaskRun } from './work/schedule/task-settings.ts'
export type { TimeOfDay, Weekday } from './work/schedule/cron-fields.ts'

export {
  createScheduler,
  Scheduler,
  type SchedulerOptions,
  type TaskListing,
} from './work/schedule/scheduler.ts'
export type { RunOutcome } from './work/schedule/running-tasks.ts'
export type { HistoryQuery, RunRecord, RunState } from './work/schedule/history.ts'

export type { Clock, Sleep } from './work/lease/clock.ts'
export type { WorkLog as ScheduleLog } from './work/lease/work-log.ts'
