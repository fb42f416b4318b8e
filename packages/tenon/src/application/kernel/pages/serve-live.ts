import type { Log } from '../../../base/log/log.ts'
import { ServiceUnavailable } from '../../../base/support/http-error.ts'
import { type AnyModel, entityOf } from '../../../data/records/entity.ts'
import { sentLogins } from '../../../identity/session/sessions.ts'
import { liveStreams } from '../../../pages/live/current-streams.ts'
import type { LiveEndpoint } from '../../../pages/live/live-endpoint.ts'
import type { LiveLimits } from '../../../pages/live/live-streams.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { builtIn, type BuiltIn } from '../../../web/routing/matching/built-in.ts'
import type { Settings } from '../../config/settings.ts'
import { isCrossOrigin } from '../origins/cross-origin.ts'

interface LiveParts {
  readonly settings: Pick<Settings, 'keys'>
  readonly log: Log
  readonly limits: LiveLimits | undefined
  /** The models of the application; users of some of them log in. */
  readonly models: readonly AnyModel[]
}

/** Serves the event streams of live pages. The first stream loads the code. */
export function serveLive(parts: LiveParts): BuiltIn {
  let endpoint: Promise<LiveEndpoint> | undefined
  const answer = async (request: HttpRequest): Promise<Reply> => {
    endpoint ??= openEndpoint(parts)
    return (await endpoint).answer(request)
  }
  return builtIn('/_app/changes', 'live pages. Move it.', answer, { staysUp: false })
}

async function openEndpoint({ settings, log, limits, models }: LiveParts): Promise<LiveEndpoint> {
  const streams = liveStreams.get()
  if (streams === undefined) throw new ServiceUnavailable()
  const { LiveEndpoint } = await import('../../../pages/live/live-endpoint.ts')
  const { findEnded } = await import('../../../identity/accounts/ended-logins.ts')
  return new LiveEndpoint({
    streams,
    limits,
    keys: settings.keys,
    log,
    isCrossOrigin,
    sentLogins,
    findEnded: (logins) => findEnded(models.map(entityOf), logins),
  })
}
