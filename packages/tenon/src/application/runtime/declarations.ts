import { inspect } from 'node:util'
import { SetupError } from '../../base/support/setup-error.ts'
import { toSchedule } from '../../work/schedule/scheduled-task.ts'
import { toMailService } from '../mail/mail-service.ts'
import type { ApplicationOptions } from './application-options.ts'
import { toJobs } from './work/application-jobs.ts'
import { toTasks } from './work/application-tasks.ts'

/**
 * Checks the lists of an application. Throws `E_UNFINISHED` for a declaration without its function, `E_JOB_NAME_TAKEN`
 * or `E_TASK_NAME_TAKEN` for two with one name, and `E_MAIL_ADDRESS` for a malformed sender.
 */
export function assertDeclarations(application: ApplicationOptions): void {
  const { jobs = [], tasks = [], listeners = [], commands = [] } = application
  assertFinished('jobs', jobs, '~settings')
  assertFinished('tasks', tasks, '~settings')
  assertFinished('listeners', listeners, 'hear')
  assertFinished('commands', commands, 'execute')
  assertJobNames(application)
  toSchedule(toTasks(application, 'production'))
  toMailService(application)
}

/** The compiler refuses these already; this finds those in JavaScript or behind a cast. */
function assertFinished(list: string, declared: readonly object[], mark: string): void {
  const index = declared.findIndex((each) => !(mark in each))
  if (index === -1) return
  throw new SetupError(
    'E_UNFINISHED',
    `application({ ${list} }): number ${index + 1} of the list has no function: ${inspect(declared[index], { depth: 0 })}. Add .run(…).`,
  )
}

function assertJobNames(application: ApplicationOptions): void {
  const names = new Set<string>()
  for (const { '~settings': settings } of toJobs(application)) {
    if (names.has(settings.name)) {
      throw new SetupError(
        'E_JOB_NAME_TAKEN',
        `Two jobs are named "${settings.name}". Rename one: the name identifies the job in the database.`,
      )
    }
    names.add(settings.name)
  }
}
