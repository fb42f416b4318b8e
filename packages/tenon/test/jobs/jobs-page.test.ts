import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { job, PermanentFailure } from '../../src/jobs.ts'
import { toDocument } from '../../src/tooling/dashboard/page-frame.ts'
import { jobsSection } from '../../src/tooling/dashboard/sections/jobs-section.ts'
import { launchChromium } from '../support/chromium.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { JobStage } from './job-stage.ts'

forEachDialect('the page of jobs in the dashboard', (open) => {
  it('shows two lines of a long error, breaks no name of a queue, and keeps buttons in one line', async () => {
    const stage = await JobStage.on(await open())
    const message = `insert into "reminders" ${'("patient_id", "sent_at") values ($1, $2) '.repeat(40)}`
    const remind = job('remind', z.object({ patient: z.number() })).run(() => {
      throw new PermanentFailure(message)
    })
    const { id } = await stage.in(() => remind.dispatch({ patient: 1 }))
    await stage.run(remind)
    const section = jobsSection({
      findDatabase: () => stage.database,
      findApplication: () => undefined,
    })
    const content = await section.render(new URLSearchParams())
    const details = await section.renderDetails?.(String(id), new URLSearchParams())
    await using browser = await launchChromium()
    const page = await browser.newPage()
    await page.setContent(toDocument({ sections: [section], section, content }))

    const looks = []
    for (const width of [1000, 390]) {
      await page.setViewportSize({ width, height: 720 })
      looks.push(await page.evaluate<Look>(look))
    }

    const error = `PermanentFailure: ${message.trim()}`
    const low = { isLow: true, isInSight: true, error, lines: 1, tops: 1 }
    assert.deepEqual(looks, [low, low])
    assert.ok(details?.toString().includes('&quot;reminders&quot;'))
  })
})

interface Look {
  readonly isLow: boolean
  readonly isInSight: boolean
  readonly error: string
  readonly lines: number
  readonly tops: number
}

/** Of the first row: whether it is low, its error and whether that starts on a telephone, and the lines of its queue and of its buttons. */
const look = `(() => {
  const cells = [...document.querySelector('tbody tr').children]
  const titles = [...document.querySelectorAll('thead th')].map((head) => head.textContent)
  const cell = (title) => cells[titles.indexOf(title)]
  return {
    isLow: cells[0].getBoundingClientRect().height < 100,
    isInSight: cell('Error').getBoundingClientRect().left < 300,
    error: cell('Error').textContent.trim(),
    lines: cell('Queue').querySelector('code').getClientRects().length,
    tops: new Set([...cell('Steer').querySelectorAll('button')].map((each) => each.getBoundingClientRect().top)).size,
  }
})()`
