import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the todo list. */
export const todoFiles = /todo|DeleteDialog|^app\/(?:tasks|shared)\b/i

/** Mentions of the todo list in other files, with their replacements in an application without it. */
const mentions: readonly (readonly [mention: RegExp, replacement: string])[] = [
  [/route\('todos\.index'\)/g, "route('home')"],
  [/Back to the list/g, 'Back to the first page'],
  // Creating an application replaces it by the application's name.
  [/(?<=· |^ +)Todo\b/gm, 'My App'],
  [/(?<=page\('|pages\/)Todos\/Index/g, 'Home'],
  [/tests\/todos\.test/, 'tests/home.test'],
  [/A todo list made with/, 'An application made with'],
  [/^\| `app\/(?:shared|tasks)\/`.*\n/gm, ''],
  [/\n## Try it\n[^#]*/, '\n'],
]

/** Takes the todo list out of the files that mention it: layout, error page and Markdown. */
export function withoutTodos(target: string): void {
  const files = globSync('{README.md,AGENTS.md,resources/app.ts*,resources/**/*{Layout,Error}.*}', {
    cwd: target,
  })
  for (const file of files) {
    const path = join(target, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      mentions.reduce((changed, [mention, other]) => changed.replace(mention, other), text),
    )
  }
}
