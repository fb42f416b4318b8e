import { event } from './event.ts'
import { listener, type ListeningJob } from './listener.ts'

const done = event<{ id: number; title: string }>('done')
const dated = event<{ at: Date }>('dated')
declare const byId: ListeningJob<{ id: number }>
declare const byText: ListeningJob<{ text: string }>

listener('a', done).run(({ title }) => void title.length)
listener('a', done).run(async () => {})
listener('a', done).dispatch(byId)
listener('a', done).dispatch(byId, ({ id }) => ({ id }))
listener('a', done).dispatch(byText, ({ title }) => ({ text: title }))
listener('a', dated)
  .inEveryProcess()
  .run(({ at }) => void at.toUpperCase())

const everywhere = listener('a', dated).inEveryProcess()
// @ts-expect-error a date is text in other processes
everywhere.run(({ at }) => void at.getTime())
// @ts-expect-error a job runs once, in the process that is free
listener('a', done).inEveryProcess().dispatch(byId)
// @ts-expect-error the event does not carry the job's input
listener('a', done).dispatch(byText)
// @ts-expect-error the function returns another input
listener('a', done).dispatch(byText, ({ id }) => ({ id }))
// @ts-expect-error the event does not carry that
listener('a', done).run(({ text }) => void text)
// @ts-expect-error the payload lacks a title
void done.emit({ id: 1 })
