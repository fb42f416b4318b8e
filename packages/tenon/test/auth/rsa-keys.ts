import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** Those of providers that have closed. */
const free: KeyObject[] = []

/**
 * The keys of a provider, which no other one has as long as it is open. To make a key takes 0.15 s of CPU, so a provider
 * gets those of one that has closed.
 */
export class RsaKeys implements Disposable {
  readonly #taken: KeyObject[] = []

  /** Returns a private key, each time another one. */
  take(): KeyObject {
    const key = free.pop() ?? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    this.#taken.push(key)
    return key
  }

  [Symbol.dispose](): void {
    free.push(...this.#taken.splice(0))
  }
}
