import { error, warning, when, type Finding } from './finding.ts'

const leastNodeMajor = 24

/** Checks the Node version, and the user that runs the application. */
export function checkProcess(version: string, userId: number | undefined): readonly Finding[] {
  return [
    ...when(
      Number(version.split('.', 1)[0]) < leastNodeMajor,
      error('Node', `Version ${version} is too old`, `Install Node ${leastNodeMajor} or later.`),
    ),
    ...when(
      userId === 0,
      warning('the user', 'The process runs as root', 'Run it as a user that owns nothing else.'),
    ),
  ]
}
