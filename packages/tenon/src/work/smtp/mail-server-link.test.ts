import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MailServerLink } from './mail-server-link.ts'
import type { MailMessage } from './mail-message.ts'

it('the way to a mail server that is closed while it is opened keeps no connections', async () => {
  const link = new MailServerLink('smtp://127.0.0.1:9')
  const opening = link.transport()

  link[Symbol.dispose]()
  const transport = await opening

  await assert.rejects(transport.send(message), /closed/)
})

const ada = { address: 'ada@example.com', name: 'Ada' }
const message: MailMessage = {
  id: '1',
  mail: 'Hello',
  from: ada,
  to: [ada],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Hello',
  html: '',
  text: '',
  headers: {},
  attachments: [],
}
