import { start } from 'tenon/react'
import './app.css'

await start({
  pages: import.meta.glob('./pages/**/*.tsx'),
  title: (title) => `${title} · Todo`,
  progress: { color: 'var(--accent)' },
})
