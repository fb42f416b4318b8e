import { toHeading } from './names.ts'
import { attribute, child, vueChild, type Said, type Words } from './words/words.ts'

/** The frame of a mail: that of the mails about accounts, or none. */
export type MailLayout = 'accounts' | 'none'

/** `resources/mails/Invoice.tsx` */
export function reactMailText(name: string, words: Words, layout: MailLayout): string {
  const { subject, greeting } = toMailWords(name, words)
  const component = name.slice(name.lastIndexOf('/') + 1)
  const spoken = words.areMessages ? '{language()} dir={direction(language())}' : '"en"'
  const isFramed = layout === 'accounts'
  const imports = `import { route } from 'tenon/react'\nimport { AccountMail } from '${toFolder(name)}Accounts/layout.tsx'\n\n`
  const title = attribute('title', words.say('title', toHeading(name)))
  const label = isFramed ? attribute('label', words.say('openPage', 'Open')) : ''
  const body = isFramed
    ? `    <AccountMail ${title} href={route('home')} ${label}>
      <p>${child(greeting)}</p>
    </AccountMail>`
    : `    <html lang=${spoken}>
      <body>
        <p>${child(greeting)}</p>
      </body>
    </html>`
  return `${isFramed ? imports : ''}interface ${component}Props {
  readonly name: string
}

export const subject = ${subject}

export const sample: ${component}Props = { name: 'Ada' }

export default function ${component}({ name }: ${component}Props) {
  return (
${body}
  )
}
`
}

/** The way from a mail to the folder of mails: `../` for `Reports/Weekly`. */
function toFolder(name: string): string {
  return '../'.repeat(name.split('/').length - 1) || './'
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
