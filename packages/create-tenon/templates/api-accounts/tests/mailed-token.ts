import { setTimeout as delay } from 'node:timers/promises'
import type { TestApp } from 'tenon/testing'

/** Waits for a mail to this address, because some are sent after the response, and returns the token of its link. */
export async function mailedToken(app: TestApp, address: string): Promise<string> {
  for (;;) {
    const [mail] = app.mails.to(address)
    const [, token] = /\?token=(\S+)/.exec(mail?.text ?? '') ?? []
    if (token !== undefined) return token
    await delay(20) // time: between two looks
  }
}
