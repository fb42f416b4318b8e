import { renderer } from 'tenon/react'
import { brand } from './components/accounts/brand.ts'

export default renderer({
  pages: import.meta.glob('./pages/**/*.tsx'),
  title: (title) => `${title} · ${brand}`,
})
