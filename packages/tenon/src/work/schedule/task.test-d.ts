import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { task } from './task.ts'

const report = task('report')

void report
  .daily()
  .at('3:15', '15:15')
  .timezone('UTC')
  .run(() => 1)
void report
  .weekly('monday')
  .at('23:59')
  .run(async () => {})
void report
  .every('15s')
  .withoutOverlapping()
  .run(() => {})

// @ts-expect-error a day has no such time
report.daily().at('25:00')
// @ts-expect-error an hour has no such minute
report.daily().at('3:60')
// @ts-expect-error a task that runs all the time has no time of day
report.every('15s').at('03:15')
// @ts-expect-error it does not say when it runs
report.run(() => {})
// @ts-expect-error no such day
report.weekly('someday')

const tasks: ApplicationOptions['tasks'] = [
  report.daily().run(() => {}),
  // @ts-expect-error it has no function
  report.daily(),
]
void tasks
