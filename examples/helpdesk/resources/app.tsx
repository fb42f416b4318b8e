import { start } from 'tenon/react'
import './components/tickets/tickets.css'
import { brand } from './components/accounts/brand.ts'

await start({
  pages: import.meta.glob('./pages/**/*.tsx'),
  title: (title) => `${title} · ${brand}`,
  progress: { color: 'var(--accent)' },
})
