// Each process keeps rates in its memory, and forgets them when any process has changed them.
import { application, get, json, post, routes } from '../../../src/index.ts'
import { transaction } from '../../../src/database.ts'
import { event, listener } from '../../../src/events.ts'

const ratesChanged = event<{ readonly currency: string; readonly at: Date }>('rates.changed')
const heard: string[] = []

export const app = application({
  root: import.meta.dirname,
  listeners: [
    listener('forget', ratesChanged)
      .inEveryProcess()
      .run(({ currency, at }) => {
        if (currency === 'BAD') throw new Error('A bad currency')
        heard.push(`${currency} ${at}`)
      }),
    listener('here', ratesChanged).run(({ currency }) => void heard.push(`here ${currency}`)),
  ],
  routes: routes([
    get('/heard', () => json(heard)),
    post('/rates/{currency}', async (request) => {
      const currency = request.param('currency') ?? ''
      await ratesChanged.emit({ currency, at: new Date(0) })
      return json(null)
    }),
    post('/undone/{currency}', async (request) => {
      await transaction(async () => {
        await ratesChanged.emit({ currency: request.param('currency') ?? '', at: new Date(0) })
        throw new Error('undone')
      }).catch(() => {})
      return json(null)
    }),
  ]),
})
await app.run(process.argv.slice(2))
