import { relative } from 'node:path'

/** How this process was called, as a person would call it again, such as `node main.ts`. */
export function toProgramName(): string {
  const [, file = 'main.js'] = process.argv
  const path = relative(process.cwd(), file)
  return `node ${path.startsWith('..') ? file : path}`
}
