import type { ResourceLayout } from '../page-files.ts'
import { toDetails, toTitleProps } from '../show/details.ts'
import { toNameWord, toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { child } from '../words/words.ts'
import { dialogText } from './svelte-dialog.ts'
import { close, layoutImport, open, partImport } from './svelte-layout.ts'
import { valueText } from './svelte-value.ts'

/** `resources/pages/Posts/Show.svelte` */
export function showText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names } = subject
  const { model, singular, path, file, key } = names
  const said = toPageWords(subject)
  const props = [{ name: singular, type: `Wire<${model}>` }, ...toTitleProps(subject)]
  const record = `{ ${singular}: ${singular}.${key} }`
  return `<script lang="ts">
  import { inertia, router } from '@inertiajs/svelte'
  import type { Wire } from 'tenon'
  import { route } from 'tenon/client'
  import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}${partImport('Dialog', '../../components/', names)}
  let { ${props.map(({ name }) => name).join(', ')} }: { ${props.map(({ name, type }) => `${name}: ${type}`).join('; ')} } = $props()
  let isDoomed = $state(false)

  function keep() {
    isDoomed = false
  }

  function destroy() {
    const address = route('${path}.destroy', ${record})
    router.delete(address, { onFinish: keep })
  }
</script>

${open(layout, said.one)}
  <dl class="part-details">
${detailsText(subject)}  </dl>
  <div class="actions">
    <a href={route('${path}.edit', ${record})} class="button primary" use:inertia>${child(said.editOne)}</a>
    <button type="button" class="button" onclick={() => (isDoomed = true)}>${child(said.remove)}</button>
    <a href={route('${path}.index')} class="button" use:inertia>${child(said.title)}</a>
  </div>
${dialogText(subject, { name: child(toNameWord(subject, singular)), isOpen: 'isDoomed' })}${close(layout)}
`
}

function detailsText(subject: SpokenSubject): string {
  const place = { tag: 'dd', indent: '    ' } as const
  return toDetails(subject)
    .map(({ label, cell }) => `    <dt>${child(label)}</dt>\n${valueText(cell, place, subject)}`)
    .join('')
}
