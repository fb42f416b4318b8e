export { event, type DomainEvent } from './services/events/event.ts'
export { listener, type Listener } from './services/events/listener.ts'
export type { DeclaredEvent } from './services/events/declared-event.ts'
export type { ListenerWithoutFunction, ListeningJob, ToInput } from './services/events/listener.ts'
