import { unreachable } from '../../base/support/unreachable.ts'
import type { Field } from './field.ts'
import { fit, fitObject, fits, openTag, spreadTexts } from './fit.ts'
import { vueMailText } from './mail-templates.ts'
import { toAttribute, toHeading, type Names } from './names.ts'
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
  toOptions,
  toPageTemplates,
  toPart,
  toRecordText,
  toResources,
  type FormPage,
  type Layout,
  type NoOption,
  type ResourceLayout,
} from './page-files.ts'
import { dialogText } from './vue/vue-dialog.ts'
import { close, layoutImport, linkText, open, partImport, propsText } from './vue/vue-layout.ts'
import { showText } from './vue/vue-show.ts'
import { valueText } from './vue/vue-value.ts'
import {
  toChoiceText,
  toLabelWord,
  toNameWord,
  toPageWords,
  toPaginationWords,
  type SpokenSubject,
} from './words/resource-words.ts'
import { vueAttribute, vueChild, type Words } from './words/words.ts'

export const vuePages = toPageTemplates('vue', {
  extension: 'vue',
  index: indexText,
  show: showText,
  formPage: formPageText,
  form: formText,
  single: singleText,
  mail: vueMailText,
})

function indexText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names, words } = subject
  const { model, singular, plural, path, file, key } = names
  const said = toPageWords(subject)
  const head = layout === 'none' ? 'Head, ' : ''
  const listed = toListed(subject)
  const [, empty, table, pagination] = listParts.map((part) => toPart(part, names))
  const name = vueChild(toNameWord(subject, singular))
  return `<script setup lang="ts">
import { ${head}Link, router } from '@inertiajs/vue3'
import type { Wire } from 'tenon'
import { route } from 'tenon/client'
import type { CursorPage } from 'tenon/models'
import { shallowRef } from 'vue'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}${listParts.map((part) => partImport(part, '../../components/', names)).join('')}${listed.text}
defineProps<{ ${plural}: CursorPage<${listed.type}> }>()
const doomed = shallowRef<${listed.type} | null>(null)

function keep() {
  doomed.value = null
}

function destroy() {
  if (doomed.value === null) return
${fitObject(`  const address = route('${path}.destroy', { ${singular}: doomed.value.${key} })`)}
  router.delete(address + location.search, { preserveScroll: true, onFinish: keep })
}
</script>

<template>
${open(layout, said.title)}
    <p>
${linkText(`      <Link :href="route('${path}.create')" class="button primary">`, vueChild(said.newOne))}
    </p>
${openTag(`    <${empty}`, [`v-if="${plural}.data.length === 0"`, vueAttribute('title', said.none)], ' />')}
${openTag(`    <${table}`, ['v-else', vueAttribute('caption', said.title), `:columns="${toHeadings(subject)}"`, vueAttribute('actions', said.remove)])}
${openTag('      <tr', [`v-for="${singular} in ${plural}.data"`, `:key="${singular}.${key}"`])}
        <th scope="row">
${linkText(`          <Link :href="route('${path}.show', { ${singular}: ${singular}.${key} })">`, name)}
        </th>
${cellsText(subject)}        <td>
          <button
            type="button"
            class="button"
            ${vueAttribute('aria-label', said.removeNamed(singular))}
            @click="doomed = ${singular}"
          >
            ${vueChild(said.remove)}
          </button>
        </td>
      </tr>
    </${table}>
${paginationText(names, words, pagination)}${dialogText(subject, { name: `{{ ${toDoomedName(subject)} }}`, isOpen: 'doomed !== null' })}${close(layout)}
</template>
`
}

function cellsText(subject: SpokenSubject): string {
  return toCells(subject)
    .map((cell) => valueText(cell, { tag: 'td', indent: '        ' }, subject))
    .join('')
}

function paginationText({ plural, path }: Names, words: Words, pagination = ''): string {
  const said = toPaginationWords(words)
  const attributes = [
    `:page="${plural}"`,
    `:href="(cursor) => route('${path}.index', {}, { cursor })"`,
    ...(said === undefined ? [] : [`:words="${said}"`]),
  ]
  return `${openTag(`    <${pagination}`, attributes, ' />')}\n`
}

function formPageText(subject: SpokenSubject, layout: ResourceLayout, page: FormPage): string {
  const { model, singular, file } = subject.names
  const said = toPageWords(subject)
  const isNew = page === 'Create'
  const options = toOptionProps(subject.fields)
  const head = layout === 'none' ? `import { Head } from '@inertiajs/vue3'\n` : ''
  return `<script setup lang="ts">
${head}import type { Wire } from 'tenon'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}import ${model}Form from '../../components/${model}Form.vue'

${propsText('', [`${singular}: Wire<${model}> | null`, ...options.map(({ name, type }) => `${name}: ${type}`)])}
</script>

<template>
${open(layout, isNew ? said.newOne : said.editOne)}
${openTag(`    <${model}Form`, [...[singular, ...options.map(({ name }) => name)].map((name) => `:${toAttribute(name)}="${name}"`), vueAttribute('label', isNew ? said.create : said.save)], ' />')}
${close(layout)}
</template>
`
}

function formText(subject: SpokenSubject): string {
  const { names, fields } = subject
  const { model, singular, file, path, key } = names
  const options = toOptionProps(fields)
  const initial = fields.map((field) => `  ${field.name}: ${toInitial(field, singular)},\n`)
  const store = `action('${path}.store')`
  const update = `action('${path}.update', { ${singular}: ${singular}.${key} })`
  return `<script setup lang="ts">
import { Link } from '@inertiajs/vue3'
import type { Wire } from 'tenon'
import { action, route } from 'tenon/client'
import { useForm } from 'tenon/vue'
import type { ${model} } from '../../app/models/${file}.ts'
${fields.some(isChoice) ? partImport('Select', './', names) : ''}
${propsText(`const { ${[singular, ...options.map(({ name }) => name), 'label'].join(', ')} } = `, [`${singular}: Wire<${model}> | null`, ...options.map(({ name, type }) => `${name}: ${type}`), 'label: string'])}
const target =
${fit(`  ${singular} === null ? ${store} : ${update}`, `  ${singular} === null\n    ? ${store}\n    : ${update}`)}
const form = useForm(target, {${initial.length === 0 ? '' : `\n${initial.join('')}`}})

function submit(event: SubmitEvent) {
${submitText('(event.currentTarget as HTMLFormElement)', '  ')}}
</script>

<template>
  <form class="card form" novalidate @submit.prevent="submit">
${fields.map((field) => (isChoice(field) ? selectText(field, subject) : controlText(field, subject))).join('')}${wholeText}    <div class="actions">
      <button class="button primary" :disabled="form.processing">{{ label }}</button>
      <Link :href="route('${path}.index')" class="button">${vueChild(toPageWords(subject).cancel)}</Link>
    </div>
  </form>
</template>
`
}

/** The error of the whole input, such as that of a rule about two fields. */
const wholeText = `    <p v-if="form.errors._" class="error" role="alert">{{ form.errors._ }}</p>
`

function controlText(field: Field, subject: SpokenSubject): string {
  const { name } = field
  const control = toControl(field)
  const lines = valueLines(field).map((line) => `        ${line}\n`)
  const [tag, end] = toElement(field)
  return `    <div class="field">
      <label for="${name}">${vueChild(toLabelWord(field, subject.words))}</label>
      <${tag}
        id="${name}"
        name="${name}"
${lines.join('')}        :aria-invalid="form.errors.${name} !== undefined"
        :aria-describedby="form.errors.${name} === undefined ? undefined : '${name}-error'"
      ${end}
${control.kind === 'file' ? presentText(field, subject) : ''}      <p v-if="form.errors.${name}" id="${name}-error" class="error" role="alert">
        {{ form.errors.${name} }}
      </p>
    </div>
`
}

/** The file that a record has already. */
function presentText(field: Field, subject: SpokenSubject): string {
  const { names } = subject
  const { singular, key } = names
  const { openFile, orReplaceFile } = toPageWords(subject)
  const file = field.isNullable ? ` && ${singular}.${field.name} !== null` : ''
  const link = `        <a :href="route('${toFileRoute(field, names)}', { ${singular}: ${singular}.${key} })">${vueChild(openFile)}</a>`
  return `      <p v-if="${singular} !== null${file}" class="hint">
${fileLink(link, vueChild(orReplaceFile))}
      </p>
`
}

/** The link and the text after it: as many words as fit stay on the line of the link. */
function fileLink(link: string, text: string): string {
  if (!text.includes(', or ')) {
    return fit(link + text, `${link.replace(/<\/a>$/, '</a\n        >')}${text}`)
  }
  const broken = link + breakAfterOr(text)
  return fits(broken.split('\n')[0] ?? '') ? broken : link + text.replace(', or ', ',\n        or ')
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
  return `    <${toPart('Select', names)}
      v-model="form.${name}"
      name="${name}"
      ${vueAttribute('label', toLabelWord(field, words))}
${optionsText(field)}
${text === undefined ? '' : `      :text="${text}"\n`}      :error="form.errors.${name}"
${described.map((line) => `      ${line}\n`).join('')}    />
${hint === undefined ? '' : hintText(hint)}`
}

/** Says that there is no record to choose. */
function hintText({ test, id, text, address }: NoOption): string {
  const start = `    <p v-if="${test}" id="${id}" class="hint">`
  if (address === undefined)
    return `${fit(`${start}${vueChild(text)}</p>`, `${start}\n      ${vueChild(text)}\n    </p>`)}\n`
  return `${start}
${linkText(`      <Link :href="${address}">`, vueChild(text))}
    </p>
`
}

function optionsText(field: Field): string {
  const list = toOptionList(field)
  const toLine = (text: string): string => `      :options="${text.replaceAll('"', '&quot;')}"`
  if (!list.startsWith('[')) return toLine(list)
  if (list.includes('...')) {
    const lines = toOptions(field).map((option) => `        ${option},\n`)
    return fit(toLine(list), toLine(`[\n${lines.join('')}      ]`))
  }
  return fit(toLine(list), toLine(spreadTexts(list.slice(1, -1), '      ')))
}

function valueLines(field: Field): readonly string[] {
  const { name, isNullable } = field
  const control = toControl(field)
  switch (control.kind) {
    case 'choice':
      return []
    case 'lines':
      return ['rows="6"', ...textLines(field, 'HTMLTextAreaElement')]
    case 'json':
      return ['rows="6"', 'spellcheck="false"', ...textLines(field, 'HTMLTextAreaElement')]
    case 'text':
      return [
        ...(control.inputMode === undefined ? [] : [`inputmode="${control.inputMode}"`]),
        ...(control.type === undefined ? [] : [`type="${control.type}"`]),
        ...textLines(field, 'HTMLInputElement'),
      ]
    case 'number':
      return [
        'type="number"',
        ...(control.step === undefined ? [] : [`step="${control.step}"`]),
        ...(isNullable ? numberOrNull(name) : [`v-model.number="form.${name}"`]),
      ]
    case 'checkbox':
      return ['type="checkbox"', `v-model="form.${name}"`]
    case 'file':
      return [
        'type="file"',
        `@change="form.${name} = ($event.target as HTMLInputElement).files?.[0] ?? null"`,
      ]
    case 'datetime': {
      const value = '($event.target as HTMLInputElement).value'
      const moment = `\`\${${value}}:00Z\``
      const lines = isNullable
        ? [`${value} === ''`, '  ? null', `  : ${moment}`]
        : [`${value} &&`, moment]
      return [
        'type="datetime-local"',
        `:value="form.${name}${isNullable ? '?' : ''}.slice(0, 16)"`,
        `@input="
          form.${name} =
${lines.map((line) => `            ${line}\n`).join('')}        "`,
      ]
    }
    default:
      return unreachable(control)
  }
}

/** If a user empties a field, `v-model.number` would set `''` instead of null. */
function numberOrNull(name: string): readonly string[] {
  const input = '($event.target as HTMLInputElement)'
  return [
    `:value="form.${name}"`,
    `@input="
          form.${name} =
            ${input}.value === ''
              ? null
              : ${input}.valueAsNumber
        "`,
  ]
}

function textLines({ name, isNullable }: Field, element: string): readonly string[] {
  if (!isNullable) return [`v-model="form.${name}"`]
  return [
    `:value="form.${name}"`,
    `@input="form.${name} = ($event.target as ${element}).value || null"`,
  ]
}

function singleText(name: string, layout: Layout, { say }: Words): string {
  const title = say('title', toHeading(name))
  const imports =
    layout === 'none'
      ? `import { Head } from '@inertiajs/vue3'\n`
      : layoutImport(layout, toResources(name))
  return `<script setup lang="ts">
${imports}</script>

<template>
${open(layout, title)}
    <p>${vueChild(title)}</p>
${close(layout)}
</template>
`
}
