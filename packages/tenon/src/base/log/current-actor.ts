import { type Actor, actors } from './actors.ts'

// Anyone who can ask must get an answer: requests are followed once this module is loaded.
actors.follow()

/**
 * Returns who acts: the user of the request, or of the request in which the job was dispatched. `null` for guests,
 * tasks and commands, and for a request in which nothing has asked who is logged in.
 */
export function actor(): Actor | null {
  return actors.current
}

/** Runs `body` for somebody, such as in a command: `actAs({ table: 'users', key: '7' }, () => …)`; `null` for nobody. */
export function actAs<Result>(actor: Actor | null, body: () => Result): Result {
  return actors.run(actor, body)
}
