import type { LinkMail } from '../../src/auth.ts'
import { until } from '../support/until.ts'
import { Gate } from './gate.ts'

/** A mail that the application has sent. */
export interface Sent {
  readonly address: string
  readonly token: string
}

/** Receives the mails of the application. */
export class Outbox {
  readonly #mails: Sent[] = []
  readonly #gate = new Gate()
  #isAway = false
  #isUsed = false

  /** Pass it where the application sends a mail. */
  readonly send = async ({ address, token }: LinkMail<object>): Promise<void> => {
    this.#isUsed = true
    await this.#gate.pass()
    if (this.#isAway) throw new Error('The mail server is away')
    this.#mails.push({ address, token })
  }

  clear(): void {
    this.#mails.length = 0
    this.#isAway = false
    this.#isUsed = false
    this.#gate.open()
  }

  /** Whether any mail was begun. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Lets every mail wait until it is cleared. */
  hold(): void {
    this.#gate.close()
  }

  /** Lets every mail fail until it is cleared. */
  breakDown(): void {
    this.#isAway = true
  }

  /** Waits until so many mails have come, which are sent after the answer, and takes them. */
  async take(count: number): Promise<readonly Sent[]> {
    await until(() => this.#mails.length >= count)
    return this.#mails.splice(0)
  }

  /** Waits for one mail and takes its token. */
  async takeToken(): Promise<string> {
    const [mail] = await this.take(1)
    if (mail === undefined) throw new TypeError('A mail has come')
    return mail.token
  }
}
