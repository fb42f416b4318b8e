import { event } from './event.ts'
import { listen, type ListeningJob } from './listener.ts'

const done = event<{ id: number; title: string }>('done')
declare const byId: ListeningJob<{ id: number }>
declare const byText: ListeningJob<{ text: string }>

listen(done, ({ title }) => void title.length)
listen(done, async () => {})
listen(done, byId)
listen(done, byId, ({ id }) => ({ id }))
listen(done, byText, ({ title }) => ({ text: title }))

// @ts-expect-error the event does not carry the job's input
listen(done, byText)
// @ts-expect-error the function returns another input
listen(done, byText, ({ id }) => ({ id }))
// @ts-expect-error the event does not carry that
listen(done, ({ text }) => void text)
// @ts-expect-error the payload lacks a title
void done.emit({ id: 1 })
