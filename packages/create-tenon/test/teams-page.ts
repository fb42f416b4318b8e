import type { Page } from 'playwright-core'
import { show } from './accounts-page.ts'
import type { AccountsSite } from './accounts-site.ts'

/** Creates a team and returns its URL. */
export async function createTeam(
  { origin }: AccountsSite,
  page: Page,
  name: string,
): Promise<string> {
  await show(page, `${origin}/teams/create`)
  await page.getByLabel('Name of the team').fill(name)
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByText(`The team ${name} is yours.`).waitFor()
  return page.url().replace(/\/members$/, '')
}

/** Invites somebody on the page of the members, and waits for the confirmation. */
export async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Role').selectOption(role)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`We have sent an invitation to ${email}.`).waitFor()
}
