import { openTag } from '../fit.ts'
import { toPart, toTitle, type ResourceLayout } from '../page-files.ts'
import { toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { attribute, child } from '../words/words.ts'
import { toLook } from './react-layout.ts'

/** The record that a dialog asks about, and whether it is open, as code. */
interface Asked {
  /** The record with its operator: `post.` or `doomed?.` */
  readonly record: string
  readonly isOpen: string
}

/** The dialog that asks before a record is deleted. */
export function dialogText(
  subject: SpokenSubject,
  layout: ResourceLayout,
  { record, isOpen }: Asked,
): string {
  const look = toLook(layout)
  const said = toPageWords(subject)
  const dialog = toPart('Dialog', subject.names)
  const title = attribute('title', said.removeThis)
  return `${openTag(`      <${dialog}`, [title, `isOpen={${isOpen}}`, 'onClose={keep}'])}
        <p>{${record}${toTitle(subject)}}</p>
        <div className="actions">
          <button type="button" className="${look.plain}" onClick={keep}>
            ${child(said.keep)}
          </button>
          <button type="button" className="${look.danger}" onClick={destroy}>
            ${child(said.remove)}
          </button>
        </div>
      </${dialog}>
`
}
