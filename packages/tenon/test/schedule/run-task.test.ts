import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, routes } from '../../src/index.ts'
import { task } from '../../src/schedule.ts'
import { testApp } from '../../src/testing.ts'

it('app.runTask() runs a task of the application, and lists their names for another one', async () => {
  let runs = 0
  const report = task('report')
    .daily()
    .run(() => void runs++)
  const prune = task('prune')
    .daily()
    .run(() => {})
  const unlisted = task('raport')
    .daily()
    .run(() => {})
  const tasks = [report, prune]
  const reports = application({ root: import.meta.dirname, tasks, routes: routes([]) })
  await using app = await testApp({ application: reports })

  await app.runTask(report)

  assert.equal(runs, 1)
  await assert.rejects(app.runTask(unlisted), {
    code: 'E_TASK_UNKNOWN',
    message: 'Unknown task "raport". application({ tasks }) lists "report", "prune".',
  })
})
