import { capitalize } from '../../../base/support/values/capitalize.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import type { Field, Subject } from './field.ts'
import { vueMailText } from './mail-templates.ts'
import { toAttribute, toHeading, toLabel } from './names.ts'
import { toControl, toInitial, toTitle, type PageTemplates } from './page-files.ts'

export const vuePages: PageTemplates = {
  resource(subject) {
    const { pages, model } = subject.names
    return [
      { path: `pages/${pages}/Index.vue`, text: indexText(subject) },
      { path: `pages/${pages}/Create.vue`, text: formPageText(subject, 'Create') },
      { path: `pages/${pages}/Edit.vue`, text: formPageText(subject, 'Edit') },
      { path: `components/${model}Form.vue`, text: formText(subject) },
    ]
  },
  mail: (name) => ({ path: `mails/${name}.vue`, text: vueMailText(name) }),
  single: (name) => ({ path: `pages/${name}.vue`, text: singleText(name) }),
}

function indexText(subject: Subject): string {
  const { model, singular, plural, path, label, labels, file } = subject.names
  const title = capitalize(labels)
  return `<script setup lang="ts">
import { Head, Link, router } from '@inertiajs/vue3'
import type { Wire } from 'tenon'
import { route } from 'tenon/client'
import type { ${model} } from '../../../app/models/${file}.ts'

defineProps<{ ${plural}: Wire<${model}>[] }>()
</script>

<template>
  <main>
    <Head title="${title}" />
    <h1>${title}</h1>
    <Link :href="route('${path}.create')">New ${label}</Link>
    <ul>
      <li v-for="${singular} in ${plural}" :key="${singular}.id">
        <Link :href="route('${path}.edit', { ${singular}: ${singular}.id })">{{ ${toTitle(subject)} }}</Link>
        <button
          type="button"
          @click="router.delete(route('${path}.destroy', { ${singular}: ${singular}.id }))"
        >
          Delete
        </button>
      </li>
    </ul>
  </main>
</template>
`
}

function formPageText({ names }: Subject, page: 'Create' | 'Edit'): string {
  const { model, singular, file, label } = names
  const title = page === 'Create' ? `New ${label}` : `Edit ${label}`
  return `<script setup lang="ts">
import { Head } from '@inertiajs/vue3'
import type { Wire } from 'tenon'
import type { ${model} } from '../../../app/models/${file}.ts'
import ${model}Form from '../../components/${model}Form.vue'

defineProps<{ ${singular}: Wire<${model}> | null }>()
</script>

<template>
  <main>
    <Head title="${title}" />
    <h1>${title}</h1>
    <${model}Form :${toAttribute(singular)}="${singular}" label="${page === 'Create' ? 'Create' : 'Save'}" />
  </main>
</template>
`
}

function formText({ names, fields }: Subject): string {
  const { model, singular, file, path } = names
  const initial = fields.map(
    (field) => `  ${field.name}: ${singular}?.${field.name} ?? ${toInitial(field)},\n`,
  )
  return `<script setup lang="ts">
import { Link, useForm } from '@inertiajs/vue3'
import type { Wire } from 'tenon'
import { action, route, type RouteFields } from 'tenon/client'
import type { ${model} } from '../../app/models/${file}.ts'

const { ${singular}, label } = defineProps<{ ${singular}: Wire<${model}> | null; label: string }>()
const target =
  ${singular} === null
    ? action('${path}.store')
    : action('${path}.update', { ${singular}: ${singular}.id })
const form = useForm<RouteFields<'${path}.store'>>(target, {${initial.length === 0 ? '' : `\n${initial.join('')}`}})
</script>

<template>
  <form @submit.prevent="form.submit()">
${fields.map(controlText).join('')}    <button :disabled="form.processing">{{ label }}</button>
    <Link :href="route('${path}.index')">Cancel</Link>
  </form>
</template>
`
}

function controlText(field: Field): string {
  const { name } = field
  const control = toControl(field)
  const lines = valueLines(field).map((line) => `      ${line}\n`)
  const [tag, end] =
    control.kind === 'choice'
      ? ['select', `>\n${optionsText(field)}    </select>`]
      : ['input', '/>']
  return `    <label for="${name}">${toLabel(name)}${control.kind === 'datetime' ? ' (UTC)' : ''}</label>
    <${tag}
      id="${name}"
${lines.join('')}      :aria-invalid="form.errors.${name} !== undefined"
      aria-describedby="${name}-error"
    ${end}
    <p id="${name}-error" role="alert">{{ form.errors.${name} }}</p>
`
}

function optionsText({ isNullable, values = [] }: Field): string {
  const options = values.map((value) => `      <option value="${value}">${value}</option>\n`)
  return [...(isNullable ? ['      <option :value="null"></option>\n'] : []), ...options].join('')
}

function valueLines(field: Field): readonly string[] {
  const { name, isNullable } = field
  const control = toControl(field)
  switch (control.kind) {
    case 'choice':
      return [`v-model="form.${name}"`]
    case 'text':
      return [
        ...(control.inputMode === undefined ? [] : [`inputmode="${control.inputMode}"`]),
        ...(control.type === undefined ? [] : [`type="${control.type}"`]),
        ...(isNullable
          ? [
              `:value="form.${name}"`,
              `@input="form.${name} = ($event.target as HTMLInputElement).value || null"`,
            ]
          : [`v-model="form.${name}"`]),
      ]
    case 'number':
      return [
        'type="number"',
        ...(control.step === undefined ? [] : [`step="${control.step}"`]),
        `v-model.number="form.${name}"`,
      ]
    case 'checkbox':
      return ['type="checkbox"', `v-model="form.${name}"`]
    case 'datetime': {
      const value = '($event.target as HTMLInputElement).value'
      const empty = isNullable ? `${value} === '' ? null : ` : ''
      return [
        'type="datetime-local"',
        `:value="form.${name}${isNullable ? '?' : ''}.slice(0, 16)"`,
        `@input="form.${name} = ${empty}\`\${${value}}Z\`"`,
      ]
    }
    default:
      return unreachable(control)
  }
}

function singleText(name: string): string {
  const title = toHeading(name)
  return `<script setup lang="ts">
import { Head } from '@inertiajs/vue3'
</script>

<template>
  <main>
    <Head title="${title}" />
    <h1>${title}</h1>
  </main>
</template>
`
}
