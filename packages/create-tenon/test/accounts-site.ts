import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openPage, type OpenPage } from '../../tenon/test/browser/open-page.ts'
import { startDevelopment } from '../../tenon/test/development/start-development.ts'
import { launchChromium } from '../../tenon/test/support/chromium.ts'
import {
  clientId,
  clientSecret,
  IdentityProvider,
} from '../../tenon/test/auth/identity-provider.ts'
import { findPort } from '../../tenon/test/support/find-port.ts'
import { packTemplate } from '../pack/pack-template.ts'

export const password = 'correct horse battery'

/** A new application with accounts in development, and a browser for it. */
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
  /** Waits for a mail to an address with this subject, or with this in its text. */
  takeMail(address: string, subject: string): Promise<void>
}

/** Starts a site with an identity provider, at a base path if one is given. */
export async function startSiteWithProvider(base = '') {
  const host = `http://localhost:${await findPort()}`
  await using stack = new AsyncDisposableStack()
  const provider = stack.use(await IdentityProvider.open(`${host}${base}/login/openid/callback`))
  const site = stack.use(
    await startAccountsSite({
      SERVER_PORT: new URL(host).port,
      APP_URL: host + base,
      OPENID_ISSUER: provider.issuer,
      OPENID_LABEL: 'Acme',
      OPENID_CLIENT_ID: clientId,
      OPENID_CLIENT_SECRET: clientSecret,
    }),
  )
  const started = stack.move()
  return { host, provider, site, stop: () => started.disposeAsync() }
}

export async function startAccountsSite(
  environment: Readonly<Record<string, string>> = {},
  template: 'accounts' | 'teams' = 'accounts',
  languages: readonly string[] = ['en'],
): Promise<AccountsSite> {
  const stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'tenon-accounts-'))
  stack.defer(() => rmSync(folder, { recursive: true }))
  packTemplate(template, join(folder, template), languages)
  const app = stack.use(await startDevelopment(join(folder, template), environment))
  const browser: Browser = stack.use(await launchChromium())
  const { origin } = app

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
  const takeLink = (address: string, path: string): Promise<string> =>
    findLink(origin, address, path)

  return {
    origin,
    open,
    signUp,
    takeLink,
    takeMail: (address, subject) => findMail(origin, address, subject),
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
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Fills the login form and sends it. */
export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Reads the mailbox of development until the mail arrives: some mails are sent after the response. */
async function findLink(origin: string, address: string, path: string): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    for (const key of await listMails(origin)) {
      const source = await getText(`${origin}/_app/mail/${key}/source`)
      if (!source.includes(`To: ${address}`)) continue
      const text = await getText(`${origin}/_app/mail/${key}?view=text`)
      const link = new RegExp(`${path}[^?\\s]*\\?${part}(?:&amp;${part})*`).exec(text)?.[0]
      if (link !== undefined) return origin + link.replaceAll('&amp;', '&')
    }
    await delay(50) // time: between two looks
  }
  throw new Error(`${address} has got no mail with a link to ${path}`)
}

/** A part of a query, between the characters that HTML escapes. */
const part = '[\\w%.~=-]+'

async function findMail(origin: string, address: string, subject: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    for (const key of await listMails(origin)) {
      const source = await getText(`${origin}/_app/mail/${key}/source`)
      if (!source.includes(`To: ${address}`)) continue
      if (source.includes(`Subject: ${subject}`)) return
      if ((await getText(`${origin}/_app/mail/${key}?view=text`)).includes(subject)) return
    }
    await delay(50) // time: between two looks
  }
  throw new Error(`${address} has got no mail with the subject "${subject}"`)
}

async function listMails(origin: string): Promise<readonly string[]> {
  const page = await getText(`${origin}/_app/mail`)
  return Array.from(page.matchAll(/\/_app\/mail\/([0-9a-f-]{36})"/g), ([, key = '']) => key)
}

async function getText(url: string): Promise<string> {
  const response = await fetch(url)
  return response.text()
}
