// An application with a model that is named as a class of JavaScript.
import { application, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'

class Event extends Model('events', { id: c.id(), title: c.text() }) {}

class Guest extends Model('guests', { id: c.id() }) {}

await application({
  root: import.meta.dirname,
  routes: routes([]),
  models: { Event, Guest },
}).run(process.argv.slice(2))
