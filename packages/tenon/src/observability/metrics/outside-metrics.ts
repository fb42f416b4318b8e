import { mailAttempts, storageFailures } from '../../base/log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** Counts failed calls to the store of files, and attempts to send mails. */
export function countOutside({ library, registers }: MetricBook): readonly StopCounting[] {
  const failures = new library.Counter({
    name: 'tenon_storage_errors_total',
    help: 'Calls to the store of files that failed because of the store, by disk and operation.',
    labelNames: ['disk', 'operation'],
    registers,
  })
  const mails = new library.Counter({
    name: 'tenon_mails_total',
    help: 'Attempts to hand a mail to the mail server, by outcome (sent, failed, refused or suppressed).',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['sent', 'failed', 'refused', 'suppressed']) mails.inc({ outcome }, 0)
  return [
    storageFailures.listen(({ disk, operation }) => failures.inc({ disk, operation })),
    mailAttempts.listen(({ outcome }) => mails.inc({ outcome })),
  ]
}
