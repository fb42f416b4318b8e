export { task, Task } from './schedule/task.ts'
export type { CatchUp, TaskRun } from './schedule/task-definition.ts'
export type { Weekday } from './schedule/cron-fields.ts'
export { tasks, type Schedule, type ScheduledTask } from './schedule/tasks.ts'

export {
  createScheduler,
  Scheduler,
  type SchedulerOptions,
  type TaskListing,
} from './schedule/scheduler.ts'
export type { RunOutcome } from './schedule/running-tasks.ts'
export type { HistoryQuery, RunRecord, RunState } from './schedule/history.ts'

export type { Clock, Sleep } from './schedule/clock.ts'
export type { ScheduleLog } from './schedule/schedule-log.ts'
