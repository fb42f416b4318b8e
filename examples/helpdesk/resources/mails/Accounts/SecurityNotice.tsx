import type { AccountChange } from 'tenon/auth'
import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'

interface SecurityNoticeProps {
  readonly change: AccountChange
  readonly at: string
  /** `Firefox on Linux`; `null` if no browser has made the change. */
  readonly browser: string | null
  readonly ip: string | null
}

export const subject = ({ change }: SecurityNoticeProps) => texts[change].title

/** What has happened to an account, and what to do if somebody else has done it. */
export default function SecurityNotice({ change, at, browser, ip }: SecurityNoticeProps) {
  const { title, text } = texts[change]
  const { href, label, help } = change === 'address.changed' ? toLost() : toOwn()
  return (
    <AccountMail title={title} href={href} label={label}>
      <p>{text}</p>
      <p style={facts}>
        {toMoment(at)}
        {browser !== null && <br />}
        {browser}
        {ip !== null && <br />}
        {ip !== null && `IP address ${ip}`}
      </p>
      <p>{help}</p>
    </AccountMail>
  )
}

/** The owner still gets mails, and can take the account back. */
function toOwn() {
  return {
    href: route('password-reset.create'),
    label: 'Choose a new password',
    help: 'If it was you, there is nothing to do. If not, choose a new password now, which logs out all browsers and can end all access tokens. Then look through the security settings of your account.',
  }
}

/** The account belongs to another mailbox by now. */
function toLost() {
  return {
    href: route('login.create'),
    label: 'Log in',
    help: 'Mails to this address do not reach your account any more. If it was you, there is nothing to do. If not, tell us at once.',
  }
}

const texts: Readonly<Record<AccountChange, { readonly title: string; readonly text: string }>> = {
  'password.changed': {
    title: 'Your password was changed',
    text: 'The password of your account was changed in the settings, and all other browsers were logged out.',
  },
  'password.reset': {
    title: 'Your password was reset',
    text: 'The password of your account was replaced by the link in a mail, and all browsers were logged out.',
  },
  'address.changed': {
    title: 'Your email address was changed',
    text: 'Your account has another email address, which was confirmed in both mailboxes.',
  },
  'second_factor.enabled': {
    title: 'Two-factor login was turned on',
    text: 'Your account asks for a code of an authenticator app after the password.',
  },
  'second_factor.disabled': {
    title: 'Two-factor login was turned off',
    text: 'Your account does not ask for a code any more: the password alone is enough to log in.',
  },
  'second_factor.codes': {
    title: 'New recovery codes were made',
    text: 'Your account has ten new recovery codes. The ones before do not work any more.',
  },
  'second_factor.recovery': {
    title: 'A recovery code was used',
    text: 'Somebody has given your password, and a recovery code instead of a code of your app.',
  },
  'passkey.registered': {
    title: 'A passkey was added',
    text: 'A new passkey can log in to your account, without your password.',
  },
  'passkey.removed': {
    title: 'A passkey was removed',
    text: 'One of your passkeys does not log in to your account any more.',
  },
  'provider.connected': {
    title: 'Another account was connected',
    text: 'An account at another provider can log in to your account, without your password.',
  },
  'provider.disconnected': {
    title: 'An account was disconnected',
    text: 'An account at another provider does not log in to your account any more.',
  },
  'token.issued': {
    title: 'An access token was created',
    text: 'A program that has the token can act for you through the API.',
  },
  'login.new_browser': {
    title: 'A login from a new browser',
    text: 'Somebody has logged in to your account in a browser that we have not seen before.',
  },
}

function toMoment(at: string): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(at).toLocaleString('en', style)} UTC`
}

const facts = {
  margin: '16px 0',
  padding: '12px 16px',
  borderRadius: 10,
  background: '#f6f5f2',
}
