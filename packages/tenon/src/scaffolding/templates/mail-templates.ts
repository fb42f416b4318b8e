import { toHeading } from './names.ts'
import { child, vueChild, type Said, type Words } from './words/words.ts'

/** `resources/mails/Invoice.tsx` */
export function reactMailText(name: string, words: Words): string {
  const { subject, greeting } = toMailWords(name, words)
  const component = name.slice(name.lastIndexOf('/') + 1)
  const spoken = words.areMessages ? '{language()} dir={direction(language())}' : '"en"'
  return `interface ${component}Props {
  readonly name: string
}

export const subject = ${subject}

export const sample: ${component}Props = { name: 'Ada' }

export default function ${component}({ name }: ${component}Props) {
  return (
    <html lang=${spoken}>
      <body>
        <p>${child(greeting)}</p>
      </body>
    </html>
  )
}
`
}

/** `resources/mails/Invoice.vue` */
export function vueMailText(name: string, words: Words): string {
  const { subject, greeting } = toMailWords(name, words)
  return `<script lang="ts">
export const subject = ${subject}
export const sample = { name: 'Ada' }
</script>

<script setup lang="ts">
defineProps<{ name: string }>()
</script>

<template>
  <p>${vueChild(greeting)}</p>
</template>
`
}

/** `resources/mails/Invoice.svelte` */
export function svelteMailText(name: string, words: Words): string {
  const { subject, greeting } = toMailWords(name, words)
  return `<script module lang="ts">
  export const subject = ${subject}
  export const sample = { name: 'Ada' }
</script>

<script lang="ts">
  let { name }: { name: string } = $props()
</script>

<p>${child(greeting)}</p>
`
}

interface MailWords {
  /** Code: a text, or a function that is called in the language of each mail. */
  readonly subject: string
  readonly greeting: Said
}

function toMailWords(name: string, { areMessages, say }: Words): MailWords {
  const { code } = say('title', toHeading(name))
  return {
    subject: areMessages ? `() => ${code}` : code,
    greeting: say('greeting', 'Hello {name}', { name: 'name' }),
  }
}
