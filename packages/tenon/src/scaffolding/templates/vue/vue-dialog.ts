import { toPart, toTitle } from '../page-files.ts'
import { toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { vueAttribute, vueChild } from '../words/words.ts'

/** The record that a dialog asks about, and whether it is open, as code. */
interface Asked {
  /** The record with its operator: `post.` or `doomed?.` */
  readonly record: string
  readonly isOpen: string
}

/** The dialog that asks before a record is deleted. */
export function dialogText(subject: SpokenSubject, { record, isOpen }: Asked): string {
  const said = toPageWords(subject)
  const dialog = toPart('Dialog', subject.names)
  return `    <${dialog} ${vueAttribute('title', said.removeThis)} :is-open="${isOpen}" @close="keep">
      <p>{{ ${record}${toTitle(subject)} }}</p>
      <div class="actions">
        <button type="button" class="button" @click="keep">${vueChild(said.keep)}</button>
        <button type="button" class="button danger" @click="destroy">${vueChild(said.remove)}</button>
      </div>
    </${dialog}>
`
}
