// A typical application for tests of what can go wrong around one.
import { setTimeout as delay } from 'node:timers/promises'
import { application, get, json, post, routes, type HttpRequest } from '../../src/index.ts'
import { NotFound } from '../../src/errors.ts'
import { log } from '../../src/log.ts'
import { task } from '../../src/schedule.ts'
import { disk } from '../../src/storage.ts'

const slow = async () => {
  log.info('A slow request has come')
  await delay(1000) // time: it is slow
  return 'slow'
}

const throwLater = () => {
  setImmediate(() => {
    throw new Error('outside of a request')
  })
  return 'thrown'
}

const block = () => {
  const until = performance.now() + 800
  while (performance.now() < until);
  return 'blocked'
}

const store = async (request: HttpRequest) => {
  const file = await request.file('file')
  return json(file?.sizeBytes ?? null)
}

const papers = disk('papers')

const keep = async (request: HttpRequest) => {
  const bytes = Number(request.param('bytes'))
  return papers.put(Buffer.alloc(bytes, 'x'))
}

export const app = application({
  root: import.meta.dirname,
  tasks: [
    task('tick')
      .every('1s')
      .run(() => {}),
  ],
  routes: routes([
    get('/', () => 'pong'),
    get('/slow', slow),
    get('/throw', throwLater),
    post('/upload', store),
    post('/papers/{bytes}', keep),
    get('/pid', () => String(process.pid)),
    get('/key', () => `${process.pid} ${process.env['APP_KEY']}`),
    get('/block/{id}', block),
    get('/stack', () => String(new NotFound().stack)),
  ]),
})
await app.run(process.argv.slice(2))
