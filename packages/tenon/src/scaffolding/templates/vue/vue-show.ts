import { fit, fitObject } from '../fit.ts'
import type { ResourceLayout } from '../page-files.ts'
import { toDetails, toTitleProps } from '../show/details.ts'
import { toNameWord, toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { vueChild } from '../words/words.ts'
import { dialogText } from './vue-dialog.ts'
import { close, layoutImport, linkText, open, partImport, propsText } from './vue-layout.ts'
import { valueText } from './vue-value.ts'

/** `resources/pages/Posts/Show.vue` */
export function showText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names } = subject
  const { model, singular, path, file, key } = names
  const said = toPageWords(subject)
  const head = layout === 'none' ? 'Head, ' : ''
  const titles = toTitleProps(subject).map(({ name, type }) => `${name}: ${type}`)
  const record = `{ ${singular}: ${singular}.${key} }`
  return `<script setup lang="ts">
import { ${head}Link, router } from '@inertiajs/vue3'
import type { Wire } from 'tenon'
import { route } from 'tenon/client'
import { shallowRef } from 'vue'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}${partImport('Dialog', '../../components/', names)}
${propsText(`const { ${singular} } = `, [`${singular}: Wire<${model}>`, ...titles])}
const isDoomed = shallowRef(false)

function keep() {
  isDoomed.value = false
}

function destroy() {
${fitObject(`  const address = route('${path}.destroy', ${record})`)}
  router.delete(address, { onFinish: keep })
}
</script>

<template>
${open(layout, said.one)}
    <dl class="part-details">
${detailsText(subject)}    </dl>
    <div class="actions">
${linkText(`      <Link :href="route('${path}.edit', ${record})" class="button primary">`, vueChild(said.editOne))}
      <button type="button" class="button" @click="isDoomed = true">${vueChild(said.remove)}</button>
${linkText(`      <Link :href="route('${path}.index')" class="button">`, vueChild(said.title))}
    </div>
${dialogText(subject, { name: vueChild(toNameWord(subject, singular)), isOpen: 'isDoomed' })}${close(layout)}
</template>
`
}

function detailsText(subject: SpokenSubject): string {
  const place = { tag: 'dd', indent: '      ' } as const
  return toDetails(subject)
    .map(({ label, cell }) => `${termText(vueChild(label))}${valueText(cell, place, subject)}`)
    .join('')
}

function termText(text: string): string {
  return `${fit(`      <dt>${text}</dt>`, `      <dt>\n        ${text}\n      </dt>`)}\n`
}
