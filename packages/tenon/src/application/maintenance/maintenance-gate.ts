import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { UnderMaintenance } from '../../base/support/http-error.ts'
import { redirect } from '../../web/http/redirect.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { toErrorReply } from '../../web/routing/compose.ts'
import type { Maintenance } from './maintenance.ts'

/** The inputs of a gate. */
export interface GateOptions {
  readonly watch: { readonly current: Maintenance | undefined }
  /** Signs the cookie of browsers that know the secret. */
  readonly appKey: string | undefined
}

/** Answers instead of the application while it is down. */
export interface MaintenanceGate {
  /** The current maintenance. A field and not a function, because every request reads it. */
  readonly watch: GateOptions['watch']
  readonly answer: (request: HttpRequest) => Reply | undefined
}

const cookieName = 'maintenance_bypass'

/** Answers 503, except for requests with the cookie; `/?secret` sets the cookie. */
export function createMaintenanceGate({ watch, appKey = '' }: GateOptions): MaintenanceGate {
  const answer: MaintenanceGate['answer'] = (request) => {
    const maintenance = watch.current
    if (maintenance === undefined) return undefined

    const { secretDigest } = maintenance
    if (secretDigest !== null) {
      const pass = createHmac('sha256', `${appKey}:${secretDigest}`).update(cookieName)
      const cookie = pass.digest('base64url')
      if (isSame(request.cookie(cookieName) ?? '', cookie)) return undefined
      if (namesSecret(request, secretDigest)) return redirect('/').cookie(cookieName, cookie)
    }
    return toErrorReply(new UnderMaintenance(maintenance.retryAfterSeconds))
  }
  return { watch, answer }
}

/** Hashes a secret, so that only the digest is stored. */
export function toSecretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function namesSecret(request: HttpRequest, secretDigest: string): boolean {
  if (request.method !== 'GET' || request.path() !== '/') return false
  const [name = ''] = request.query.keys()
  return isSame(toSecretDigest(name), secretDigest)
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
