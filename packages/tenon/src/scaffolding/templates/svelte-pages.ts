import { unreachable } from '../../base/support/unreachable.ts'
import type { Field } from './field.ts'
import { svelteMailText } from './mail-templates.ts'
import { toHeading, type Names } from './names.ts'
import {
  breakAfterOr,
  describedBy,
  listParts,
  submitText,
  toCells,
  toControl,
  toDoomedName,
  toFileRoute,
  toListed,
  toHeadings,
  toInitial,
  toNoOption,
  toOptionProps,
  toOptionList,
  toPageTemplates,
  toPart,
  toRecordText,
  toResources,
  type FormPage,
  type Layout,
  type NoOption,
  type ResourceLayout,
} from './page-files.ts'
import { dialogText } from './svelte/svelte-dialog.ts'
import { close, layoutImport, open, partImport } from './svelte/svelte-layout.ts'
import { showText } from './svelte/svelte-show.ts'
import { valueText } from './svelte/svelte-value.ts'
import {
  toChoiceText,
  toLabelWord,
  toNameWord,
  toPageWords,
  toPaginationWords,
  type SpokenSubject,
} from './words/resource-words.ts'
import { attribute, child, type Words } from './words/words.ts'

export const sveltePages = toPageTemplates('svelte', {
  extension: 'svelte',
  index: indexText,
  show: showText,
  formPage: formPageText,
  form: formText,
  single: singleText,
  mail: svelteMailText,
})

function indexText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names, words } = subject
  const { model, singular, plural, path, file, key } = names
  const said = toPageWords(subject)
  const listed = toListed(subject)
  const [, empty, table, pagination] = listParts.map((part) => toPart(part, names))
  const name = child(toNameWord(subject, singular))
  return `<script lang="ts">
  import { inertia, router } from '@inertiajs/svelte'
  import type { Wire } from 'tenon'
  import { route } from 'tenon/client'
  import type { CursorPage } from 'tenon/models'
  import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}${listParts.map((part) => partImport(part, '../../components/', names)).join('')}${listed.text.replaceAll(/^(?=.)/gm, '  ')}
  let { ${plural} }: { ${plural}: CursorPage<${listed.type}> } = $props()
  let doomed = $state.raw<${listed.type} | null>(null)

  function keep() {
    doomed = null
  }

  function destroy() {
    if (doomed === null) return
    const address = route('${path}.destroy', { ${singular}: doomed.${key} })
    router.delete(address + location.search, { preserveScroll: true, onFinish: keep })
  }
</script>

${open(layout, said.title)}
  <p><a href={route('${path}.create')} class="button primary" use:inertia>${child(said.newOne)}</a></p>
  {#if ${plural}.data.length === 0}
    <${empty} ${attribute('title', said.none)} />
  {:else}
    <${table} ${attribute('caption', said.title)} columns={${toHeadings(subject)}} ${attribute('actions', said.remove)}>
      {#each ${plural}.data as ${singular} (${singular}.${key})}
        <tr>
          <th scope="row">
            <a href={route('${path}.show', { ${singular}: ${singular}.${key} })} use:inertia>${name}</a>
          </th>
${cellsText(subject)}          <td>
            <button
              type="button"
              class="button"
              ${attribute('aria-label', said.removeNamed(singular))}
              onclick={() => (doomed = ${singular})}
            >
              ${child(said.remove)}
            </button>
          </td>
        </tr>
      {/each}
    </${table}>
  {/if}
${paginationText(names, words, pagination)}${dialogText(subject, { name: `{${toDoomedName(subject)}}`, isOpen: 'doomed !== null' })}${close(layout)}
`
}

function cellsText(subject: SpokenSubject): string {
  return toCells(subject)
    .map((cell) => valueText(cell, { tag: 'td', indent: '          ' }, subject))
    .join('')
}

function paginationText({ plural, path }: Names, words: Words, pagination = ''): string {
  const said = toPaginationWords(words)
  return `  <${pagination}
    page={${plural}}
    href={(cursor) => route('${path}.index', {}, { cursor })}
${said === undefined ? '' : `    words={${said}}\n`}  />
`
}

function formPageText(subject: SpokenSubject, layout: ResourceLayout, page: FormPage): string {
  const { model, singular, file } = subject.names
  const said = toPageWords(subject)
  const isNew = page === 'Create'
  const options = toOptionProps(subject.fields)
  return `<script lang="ts">
  import type { Wire } from 'tenon'
  import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}  import ${model}Form from '../../components/${model}Form.svelte'

  let { ${[singular, ...options.map(({ name }) => name)].join(', ')} }: { ${singular}: Wire<${model}> | null${options.map(({ name, type }) => `; ${name}: ${type}`).join('')} } = $props()
</script>

${open(layout, isNew ? said.newOne : said.editOne)}
  <${model}Form {${singular}} ${options.map(({ name }) => `{${name}} `).join('')}${attribute('label', isNew ? said.create : said.save)} />
${close(layout)}
`
}

function formText(subject: SpokenSubject): string {
  const { names, fields } = subject
  const { model, singular, file, path, key } = names
  const options = toOptionProps(fields)
  const initial = fields.map((field) => `      ${field.name}: ${toInitial(field, singular)},\n`)
  return `<script lang="ts">
  import { inertia } from '@inertiajs/svelte'
  import type { Wire } from 'tenon'
  import { action, route } from 'tenon/client'
  import { useForm } from 'tenon/svelte'
  import { untrack } from 'svelte'
  import type { ${model} } from '../../app/models/${file}.ts'
${fields.some(isChoice) ? partImport('Select', './', names) : ''}
  let { ${[singular, ...options.map(({ name }) => name), 'label'].join(', ')} }: { ${singular}: Wire<${model}> | null; ${options.map(({ name, type }) => `${name}: ${type}; `).join('')}label: string } = $props()
  const form = untrack(() =>
    useForm(
      ${singular} === null
        ? action('${path}.store')
        : action('${path}.update', { ${singular}: ${singular}.${key} }),
      {${initial.length === 0 ? '' : `\n${initial.map((line) => `  ${line}`).join('')}      `}},
    ),
  )

  function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault()
${submitText('event.currentTarget', '    ')}  }
</script>

<form class="card form" onsubmit={submit} novalidate>
${fields.map((field) => (isChoice(field) ? selectText(field, subject) : controlText(field, subject))).join('')}${wholeText}  <div class="actions">
    <button class="button primary" disabled={form.processing}>{label}</button>
    <a href={route('${path}.index')} class="button" use:inertia>${child(toPageWords(subject).cancel)}</a>
  </div>
</form>
`
}

/** The error of the whole input, such as that of a rule about two fields. */
const wholeText = `  {#if form.errors._ !== undefined}
    <p class="error" role="alert">{form.errors._}</p>
  {/if}
`

function controlText(field: Field, subject: SpokenSubject): string {
  const { name } = field
  const control = toControl(field)
  const lines = valueLines(field).map((line) => `      ${line}\n`)
  const [tag, end] = toElement(field)
  return `  <div class="field">
    <label for="${name}">${child(toLabelWord(field, subject.words))}</label>
    <${tag}
      id="${name}"
      name="${name}"
${lines.join('')}      aria-invalid={form.errors.${name} !== undefined}
      aria-describedby={form.errors.${name} === undefined ? undefined : '${name}-error'}
    ${end}
${control.kind === 'file' ? presentText(field, subject) : ''}    {#if form.errors.${name} !== undefined}
      <p id="${name}-error" class="error" role="alert">{form.errors.${name}}</p>
    {/if}
  </div>
`
}

/** The file that a record has already. */
function presentText(field: Field, subject: SpokenSubject): string {
  const { names } = subject
  const { singular, key } = names
  const { openFile, orReplaceFile } = toPageWords(subject)
  const file = field.isNullable ? ` && ${singular}.${field.name} !== null` : ''
  return `    {#if ${singular} !== null${file}}
      <p class="hint">
        <a href={route('${toFileRoute(field, names)}', { ${singular}: ${singular}.${key} })}>${child(openFile)}</a>${breakAfterOr(child(orReplaceFile))}
      </p>
    {/if}
`
}

function toElement(field: Field): readonly [tag: string, end: string] {
  const { kind } = toControl(field)
  return kind === 'json' || kind === 'lines' ? ['textarea', '></textarea>'] : ['input', '/>']
}

function isChoice(field: Field): boolean {
  return toControl(field).kind === 'choice'
}

function selectText(field: Field, { names, words }: SpokenSubject): string {
  const { name } = field
  const text = toRecordText(field, words) ?? toChoiceText(field, words)
  const hint = toNoOption(field, words)
  const described = describedBy(field, hint)
  return `  <${toPart('Select', names)}
    bind:value={form.${name}}
    name="${name}"
    ${attribute('label', toLabelWord(field, words))}
    options={${toOptionList(field)}}
${text === undefined ? '' : `    text={${text}}\n`}    error={form.errors.${name}}
${described.map((line) => `    ${line}\n`).join('')}  />
${hint === undefined ? '' : hintText(hint)}`
}

/** Says that there is no record to choose. */
function hintText({ test, id, text, address }: NoOption): string {
  const said = child(text)
  const link = address === undefined ? said : `<a href={${address}} use:inertia>${said}</a>`
  return `  {#if ${test}}
    <p id="${id}" class="hint">${link}</p>
  {/if}
`
}

function valueLines(field: Field): readonly string[] {
  const { name, isNullable } = field
  const control = toControl(field)
  switch (control.kind) {
    case 'choice':
      return []
    case 'text':
      return [
        ...(control.inputMode === undefined ? [] : [`inputmode="${control.inputMode}"`]),
        ...(control.type === undefined ? [] : [`type="${control.type}"`]),
        ...textLines(field),
      ]
    case 'lines':
      return ['rows="6"', ...textLines(field)]
    case 'json':
      return ['rows="6"', 'spellcheck="false"', ...textLines(field)]
    case 'number':
      return [
        'type="number"',
        ...(control.step === undefined ? [] : [`step="${control.step}"`]),
        `bind:value={form.${name}}`,
      ]
    case 'checkbox':
      return ['type="checkbox"', `bind:checked={form.${name}}`]
    case 'file':
      return [
        'type="file"',
        `onchange={(event) => (form.${name} = event.currentTarget.files?.[0] ?? null)}`,
      ]
    case 'datetime': {
      const value = 'event.currentTarget.value'
      const empty = isNullable ? `${value} === '' ? null : ` : `${value} && `
      return [
        'type="datetime-local"',
        `value={form.${name}${isNullable ? '?' : ''}.slice(0, 16)}`,
        `oninput={(event) => (form.${name} = ${empty}\`\${${value}}:00Z\`)}`,
      ]
    }
    default:
      return unreachable(control)
  }
}

function textLines({ name, isNullable }: Field): readonly string[] {
  if (!isNullable) return [`bind:value={form.${name}}`]
  return [
    `value={form.${name}}`,
    `oninput={(event) => (form.${name} = event.currentTarget.value || null)}`,
  ]
}

function singleText(name: string, layout: Layout, { areMessages, say }: Words): string {
  const title = say('title', toHeading(name))
  const script =
    layout === 'none' && !areMessages
      ? ''
      : `<script lang="ts">\n${layoutImport(layout, toResources(name))}</script>\n\n`
  return `${script}${open(layout, title)}
  <p>${child(title)}</p>
${close(layout)}
`
}
