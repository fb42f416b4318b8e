import { github, google, microsoft, oauth, openId, type CreateUser } from 'tenon/auth/oauth'
import { environment } from 'tenon/environment'
import { z } from 'zod'
import { auth } from './auth.ts'
import {
  providerClosed,
  providerConnected,
  providerDenied,
  providerExpired,
  providerInvalid,
  providerMismatch,
  providerTaken,
  providerUnavailable,
} from '../resources/words/providers.ts'
import { languageOfNewUser } from './in-language-of.ts'
import { User } from './models/user.ts'

const env = environment(
  z
    .object({
      GOOGLE_CLIENT_ID: z.string(),
      GOOGLE_CLIENT_SECRET: z.string(),
      GITHUB_CLIENT_ID: z.string(),
      GITHUB_CLIENT_SECRET: z.string(),
      MICROSOFT_CLIENT_ID: z.string(),
      MICROSOFT_CLIENT_SECRET: z.string(),
      OPENID_CLIENT_ID: z.string(),
      OPENID_CLIENT_SECRET: z.string(),
      OPENID_ISSUER: z.string(),
      OPENID_LABEL: z.string(),
    })
    .partial(),
)

/** Users who come from a provider have no password until they set one. */
const createUser: CreateUser<User> = ({ email, emailVerified, name }) => {
  if (email === undefined) return null
  const verified_at = emailVerified ? new Date() : null
  return User.create({
    name: name ?? email,
    email,
    password: null,
    verified_at,
    language: languageOfNewUser(),
  })
}

/** Every provider needs `npm install openid-client` and two variables. Without both, it is not shown. */
export const providers = oauth(auth, {
  createUser,
  messages: {
    denied: (provider) => providerDenied({ provider }),
    expired: (provider) => providerExpired({ provider }),
    invalid: (provider) => providerInvalid({ provider }),
    unavailable: (provider) => providerUnavailable({ provider }),
    taken: (provider) => providerTaken({ provider }),
    connected: (provider) => providerConnected({ provider }),
    mismatch: (provider) => providerMismatch({ provider }),
    closed: (provider) => providerClosed({ provider }),
  },
  providers: {
    google: configured('GOOGLE', google),
    github: configured('GITHUB', github),
    microsoft: configured('MICROSOFT', microsoft),
    openid: configured('OPENID', (client) =>
      openId({
        ...client,
        issuer: env.OPENID_ISSUER ?? '',
        label: env.OPENID_LABEL ?? 'your company',
      }),
    ),
  },
})

interface Client {
  readonly clientId: string
  readonly clientSecret: string
}

/** Creates a provider if the environment has its client, such as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. */
function configured<Provider>(
  name: 'GOOGLE' | 'GITHUB' | 'MICROSOFT' | 'OPENID',
  create: (client: Client) => Provider,
) {
  const clientId = env[`${name}_CLIENT_ID`]
  const clientSecret = env[`${name}_CLIENT_SECRET`]
  return clientId && clientSecret ? create({ clientId, clientSecret }) : undefined
}
