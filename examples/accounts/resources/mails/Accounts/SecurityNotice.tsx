import type { AccountChange } from 'tenon/auth'
import { formatDate, timeZone } from 'tenon/languages'
import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'
import { chooseNewPassword, logIn } from '../../words/accounts.ts'
import {
  addressChangedText,
  addressChangedTitle,
  codeUsedText,
  codeUsedTitle,
  connectedText,
  connectedTitle,
  disconnectedText,
  disconnectedTitle,
  ipAddress,
  lostHelp,
  newBrowserText,
  newBrowserTitle,
  newCodesText,
  newCodesTitle,
  ownHelp,
  passkeyAddedText,
  passkeyAddedTitle,
  passkeyRemovedText,
  passkeyRemovedTitle,
  passwordChangedText,
  passwordChangedTitle,
  passwordResetText,
  passwordResetTitle,
  secondFactorOffText,
  secondFactorOffTitle,
  secondFactorOnText,
  secondFactorOnTitle,
  tokenIssuedText,
  tokenIssuedTitle,
  tokenRevokedText,
  tokenRevokedTitle,
} from '../../words/mails.ts'

interface SecurityNoticeProps {
  readonly change: AccountChange
  readonly at: string
  /** `Firefox on Linux`; `null` if no browser has made the change. */
  readonly browser: string | null
  readonly ip: string | null
}

export const subject = ({ change }: SecurityNoticeProps) => texts[change].title()

/** What has happened to an account, and what to do if somebody else has done it. */
export default function SecurityNotice({ change, at, browser, ip }: SecurityNoticeProps) {
  const { title, text } = texts[change]
  const { href, label, help } = change === 'address.changed' ? toLost() : toOwn()
  return (
    <AccountMail title={title()} href={href} label={label}>
      <p>{text()}</p>
      <p style={facts}>
        {toMoment(at)}
        {browser !== null && <br />}
        {browser}
        {ip !== null && <br />}
        {ip !== null && ipAddress({ ip })}
      </p>
      <p>{help}</p>
    </AccountMail>
  )
}

/** The owner still gets mails, and can take the account back. */
function toOwn() {
  return {
    href: route('password-reset.create'),
    label: chooseNewPassword(),
    help: ownHelp(),
  }
}

/** The account belongs to another mailbox by now. */
function toLost() {
  return {
    href: route('login.create'),
    label: logIn(),
    help: lostHelp(),
  }
}

interface Texts {
  readonly title: () => string
  readonly text: () => string
}

const texts: Readonly<Record<AccountChange, Texts>> = {
  'password.changed': {
    title: passwordChangedTitle,
    text: passwordChangedText,
  },
  'password.reset': {
    title: passwordResetTitle,
    text: passwordResetText,
  },
  'address.changed': {
    title: addressChangedTitle,
    text: addressChangedText,
  },
  'second_factor.enabled': {
    title: secondFactorOnTitle,
    text: secondFactorOnText,
  },
  'second_factor.disabled': {
    title: secondFactorOffTitle,
    text: secondFactorOffText,
  },
  'second_factor.codes': {
    title: newCodesTitle,
    text: newCodesText,
  },
  'second_factor.recovery': {
    title: codeUsedTitle,
    text: codeUsedText,
  },
  'passkey.registered': {
    title: passkeyAddedTitle,
    text: passkeyAddedText,
  },
  'passkey.removed': {
    title: passkeyRemovedTitle,
    text: passkeyRemovedText,
  },
  'provider.connected': {
    title: connectedTitle,
    text: connectedText,
  },
  'provider.disconnected': {
    title: disconnectedTitle,
    text: disconnectedText,
  },
  'token.issued': {
    title: tokenIssuedTitle,
    text: tokenIssuedText,
  },
  'token.revoked': {
    title: tokenRevokedTitle,
    text: tokenRevokedText,
  },
  'login.new_browser': {
    title: newBrowserTitle,
    text: newBrowserText,
  },
}

/** Includes the time zone, because mails are kept and forwarded. */
function toMoment(at: string): string {
  return `${formatDate(at, { dateStyle: 'long', timeStyle: 'short' })} ${timeZone()}`
}

const facts = {
  margin: '16px 0',
  padding: '12px 16px',
  borderRadius: 10,
  background: '#f6f5f2',
}
