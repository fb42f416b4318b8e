export { event, type DomainEvent } from './work/events/event.ts'
export { listener, type Listener } from './work/events/listener.ts'
export type { DeclaredEvent } from './work/events/declared-event.ts'
export type {
  ListenerInEveryProcess,
  ListenerWithoutFunction,
  ListeningJob,
  ToInput,
} from './work/events/listener.ts'
