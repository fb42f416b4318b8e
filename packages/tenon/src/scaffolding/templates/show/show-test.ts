import type { Subject } from '../field.ts'
import { fit, fitObject } from '../fit.ts'
import { toShowRoute } from './details.ts'

/** Asserts that one record was created by this query, and that the answer leads to its page. */
export function createdText(subject: Subject, query: string, outer = ''): string {
  const { singular } = subject.names
  const start = `    const ${singular} = await ${query}`
  const spread = start.replaceAll(/(?=\.where\()/g, '\n      ')
  return `${fit(`${start}.firstOrFail()`, `${spread}\n      .firstOrFail()`)}
${fitObject(`    const address = ${toShowRoute(subject, outer)}`)}
    response.assertStatus(303).assertRedirect(address)`
}

/** Asserts that the page shows the record. */
export function shownText({ names: { pages, singular } }: Subject): string {
  const check = `    response.assertStatus(200).assertPage('${pages}/Show', {`
  const value = `${singular}: ${singular}.toJSON()`
  return fit(`${check} ${value} })`, `${check}\n      ${value},\n    })`)
}
