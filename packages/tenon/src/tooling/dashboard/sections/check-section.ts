import type { ApplicationOptions } from '../../../application/runtime/application-options.ts'
import type { Finding } from '../../graph/program/program.ts'
import { toBadge } from '../formats.ts'
import { markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toTable } from '../tables.ts'

/** Shows the findings of `tenon check` in the current sources. */
export function checkSection(findApplication: () => ApplicationOptions | undefined): Section {
  const find = async (): Promise<readonly Finding[]> => {
    const application = findApplication()
    if (application === undefined) return []
    // Load the parser of Vite only when somebody opens the page.
    const { checkApplication } = await import('../../graph/check-application.ts')
    return checkApplication(application)
  }
  return {
    name: 'check',
    title: 'Check',
    async render() {
      return markup`<h1>Check</h1>
${toTable(await find(), {
  label: 'Findings',
  empty: 'Everything fits together.',
  columns: [
    { title: 'Kind', cell: ({ kind }) => toBadge(kind, kind === 'mistake' ? 'bad' : 'quiet') },
    { title: 'Place', cell: ({ file, line }) => markup`<code>${file}:${line}</code>` },
    { title: 'What', cell: ({ message }) => message },
  ],
})}`
    },
  }
}
