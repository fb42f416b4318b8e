import type { Database } from '../../data/database/database.ts'
import { findUnattended, toProblem } from '../runtime/work/watch-queues.ts'
import { error, type Finding } from './finding.ts'

/** Checks that no jobs wait in a queue on which nobody works. */
export async function checkQueues(
  database: Database,
  queues: readonly string[],
): Promise<readonly Finding[]> {
  const unattended = await findUnattended(database, queues)
  return unattended.map((each) => error('jobs', toProblem(each), remedy))
}

const remedy =
  'Run the command "work" as a process of its own, next to the server. Mails are jobs too.'
