import { relative } from 'node:path'

/** The command line of this process, as a person would type it again, such as `node main.ts`. */
export function toProgramName(): string {
  const [, file = 'main.js'] = process.argv
  const path = relative(process.cwd(), file)
  return `node ${path.startsWith('..') ? file : path}`
}
