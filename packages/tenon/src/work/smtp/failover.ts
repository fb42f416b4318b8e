import { logContexts } from '../../base/log/log-context.ts'
import { ProcessBusy } from '../../base/support/loop/process-busy.ts'
import { PermanentFailure } from '../jobs/permanent-failure.ts'
import { DeliveryUncertain, type MailTransport } from './transport.ts'

/** How long an unavailable server is skipped. Otherwise each mail would wait for the connection timeout. */
const restMs = 60_000

/**
 * Sends with the first transport, and with the second one while the first is unavailable. If the first server refused a
 * mail or may have accepted it, the second one does not get that mail.
 */
export function failover(first: MailTransport, second: MailTransport): MailTransport {
  let awayUntil = -Infinity
  return {
    async send(message, onlyTo) {
      if (performance.now() < awayUntil) return second.send(message, onlyTo)
      try {
        return await first.send(message, onlyTo)
      } catch (error) {
        if (isOfMail(error)) throw error
        awayUntil = performance.now() + restMs
        logContexts.current.log.warn(
          'The mail server is unavailable; the second one sends its mails',
          {
            error,
          },
        )
        return second.send(message, onlyTo)
      }
    },
    async verify() {
      await first.verify()
      await second.verify()
    },
  }
}

function isOfMail(error: unknown): boolean {
  return (
    error instanceof PermanentFailure ||
    error instanceof DeliveryUncertain ||
    error instanceof ProcessBusy
  )
}
