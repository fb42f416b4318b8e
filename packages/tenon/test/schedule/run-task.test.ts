import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, routes } from '../../src/index.ts'
import { task, tasks } from '../../src/schedule.ts'
import { testApp } from '../../src/testing.ts'

it('app.runTask() runs a task by its name, and lists the names for another one', async () => {
  let runs = 0
  const schedule = tasks([
    task('report', () => void runs++).daily(),
    task('prune', () => {}).daily(),
  ])
  const reports = application({ root: import.meta.dirname, schedule, routes: routes([]) })
  await using app = await testApp({ application: reports })

  await app.runTask('report')

  assert.equal(runs, 1)
  await assert.rejects(app.runTask('raport'), {
    code: 'E_TASK_UNKNOWN',
    message: 'Unknown task "raport". Known tasks: "report", "prune".',
  })
})
