import { type Actor, actors } from './actors.ts'

// Loading this module starts the tracking of requests, so that every caller gets an answer.
actors.follow()

/**
 * Returns who acts: the user of the request, or of the request in which the job was dispatched. `null` for guests,
 * tasks and commands, and for a request whose user was not looked up.
 */
export function actor(): Actor | null {
  return actors.current
}

/** Runs `body` as an actor, for example in a command: `actAs({ table: 'users', key: '7' }, () => …)`. `null` means no actor. */
export function actAs<Result>(actor: Actor | null, body: () => Result): Result {
  return actors.run(actor, body)
}
