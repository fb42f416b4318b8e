import { error, warning, when, type Finding } from './finding.ts'

const leastNodeMajor = 24
const leastDescriptors = 4096

/** Facts about the process that runs the application. */
export interface ProcessFacts {
  readonly version: string
  readonly userId: number | undefined
  /** How many files and connections it may have open; `undefined` if unknown. */
  readonly descriptors: number | undefined
}

/** Checks the Node version, the user that runs the application, and its limit of connections. */
export function checkProcess({ version, userId, descriptors }: ProcessFacts): readonly Finding[] {
  return [
    ...when(
      Number(version.split('.', 1)[0]) < leastNodeMajor,
      error('Node', `Version ${version} is too old`, `Install Node ${leastNodeMajor} or later.`),
    ),
    ...when(
      userId === 0,
      warning('the user', 'The process runs as root', 'Run it as a user that owns nothing else.'),
    ),
    ...when(
      descriptors !== undefined && descriptors < leastDescriptors,
      warning(
        'file descriptors',
        `The process may have ${descriptors} files and connections open; beyond that new connections are reset`,
        `Raise the limit to ${leastDescriptors} or more: "ulimit -n", or LimitNOFILE of the systemd unit.`,
      ),
    ),
  ]
}
