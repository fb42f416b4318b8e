import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openPage, type OpenPage } from '../../tenon/test/browser/open-page.ts'
import { launchChromium } from '../../tenon/test/support/chromium.ts'
import {
  clientId,
  clientSecret,
  IdentityProvider,
} from '../../tenon/test/auth/identity-provider.ts'
import { findPort } from '../../tenon/test/support/find-port.ts'
import { until } from '../../tenon/test/support/until.ts'
import type { AccountsSource, ServeAccounts } from './accounts-servers.ts'

export const password = 'correct horse battery'

/** A new application with accounts, and a browser for it. */
export interface AccountsSite extends AsyncDisposable {
  readonly origin: string
  /** Opens a path with a fresh profile. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>
  /** Registers a user, without the browser. */
  signUp(email: string): Promise<void>
  /** Registers and verifies a user, without the browser. */
  register(email: string, language?: string): Promise<void>
  /** Opens the settings of a user with a fresh profile. */
  openAs(email: string, options?: BrowserContextOptions): Promise<OpenPage>
  /** Waits for a mail to an address with a link to this path, and returns the link. */
  takeLink(address: string, path: string): Promise<string>
  /** Waits for a mail to an address whose subject begins with these words, or with them in its text. */
  takeMail(address: string, words: string): Promise<void>
}

/** Starts a site with an identity provider, at a base path if one is given. */
export async function startSiteWithProvider(serve: ServeAccounts, base = '') {
  const host = `http://localhost:${await findPort()}`
  await using stack = new AsyncDisposableStack()
  const provider = stack.use(await IdentityProvider.open(`${host}${base}/login/openid/callback`))
  const site = stack.use(
    await startAccountsSite(serve, {
      variables: {
        SERVER_PORT: new URL(host).port,
        APP_URL: host + base,
        OPENID_ISSUER: provider.issuer,
        OPENID_LABEL: 'Acme',
        OPENID_CLIENT_ID: clientId,
        OPENID_CLIENT_SECRET: clientSecret,
      },
    }),
  )
  const started = stack.move()
  return { host, provider, site, stop: () => started.disposeAsync() }
}

/** How a site differs from the one that `create-tenon` makes with accounts, in English. */
export interface AccountsSiteOptions extends Partial<AccountsSource> {
  readonly variables?: Readonly<Record<string, string>>
}

export async function startAccountsSite(
  serve: ServeAccounts,
  { template = 'accounts', languages = ['en'], variables = {} }: AccountsSiteOptions = {},
): Promise<AccountsSite> {
  await using stack = new AsyncDisposableStack()
  const app = stack.use(await serve({ template, languages }, variables))
  const browser: Browser = stack.use(await launchChromium())
  const { origin } = app
  const started = stack.move()

  const open = (path: string, options = {}): Promise<OpenPage> =>
    openPage(browser, origin + path, options)
  const post = (path: string, body: object, language = 'en'): Promise<Response> =>
    fetch(origin + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify(body),
      redirect: 'manual',
    })
  const signUp = async (email: string, language?: string): Promise<void> => {
    await post('/register', { name: 'Ada Lovelace', email, password }, language)
  }
  // Some mails are sent after the response.
  const takeLink = (address: string, path: string): Promise<string> => {
    const link = new RegExp(`${path}[^?\\s]*\\?${part}(?:&${part})*`)
    return until(async () => {
      const mails = await app.readMails(address)
      const found = mails.map(({ text }) => link.exec(text)?.[0]).find((path) => path !== undefined)
      return found === undefined ? undefined : origin + found
    })
  }

  return {
    origin,
    open,
    signUp,
    takeLink,
    async takeMail(address, words) {
      await until(async () => {
        const mails = await app.readMails(address)
        return mails.some(({ subject, text }) => subject.startsWith(words) || text.includes(words))
      })
    },
    async register(email, language) {
      await signUp(email, language)
      const link = new URL(await takeLink(email, '/verify'))
      await post('/verify', { token: link.searchParams.get('token') })
    },
    async openAs(email, options) {
      const page = await open('/settings', options)
      // Find the fields by their names, because the page may be in any language.
      await page.locator('[name=email]').fill(email)
      await page.locator('[name=password]').fill(password)
      await page.locator('[name=password]').press('Enter')
      await page.locator('nav.part-tabs').waitFor()
      return page
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** Fills the login form and sends it. */
export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** A part of a query. */
const part = '[\\w%.~=-]+'
