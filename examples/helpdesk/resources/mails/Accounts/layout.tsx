import type { ReactNode } from 'react'
import { direction, language } from 'tenon/languages'
import { brand } from '../../components/accounts/brand.ts'

interface AccountMailProps {
  readonly title: string
  readonly children: ReactNode
  /** The link of the button, and its text. */
  readonly href: string
  readonly label: string
}

/** The frame of the mails about accounts. */
export function AccountMail({ title, children, href, label }: AccountMailProps) {
  return (
    <html lang={language()} dir={direction(language())}>
      <body style={{ margin: 0, padding: '32px 16px', background: '#f6f5f2' }}>
        <div style={card}>
          <p style={{ margin: 0, color: '#1f6f5c', fontWeight: 700 }}>{brand}</p>
          <h1 style={{ margin: '16px 0', fontSize: 24, lineHeight: 1.2 }}>{title}</h1>
          {children}
          <p style={{ margin: '24px 0 0' }}>
            <a href={href} style={button}>
              {label}
            </a>
          </p>
        </div>
      </body>
    </html>
  )
}

export const card = {
  maxWidth: 480,
  margin: '0 auto',
  padding: 32,
  border: '1px solid #e4e2dc',
  borderRadius: 14,
  background: '#ffffff',
  color: '#1d1f23',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  fontSize: 16,
  lineHeight: 1.5,
}

export const button = {
  display: 'inline-block',
  padding: '12px 20px',
  borderRadius: 10,
  background: '#1f6f5c',
  color: '#ffffff',
  fontWeight: 600,
  textDecoration: 'none',
}
