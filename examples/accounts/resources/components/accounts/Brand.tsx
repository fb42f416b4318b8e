import { basePath } from 'tenon/react'
import { brand } from './brand.ts'

/** The name of the application, as a link to the first page. */
export function Brand() {
  return (
    <a href={`${basePath()}/`} className="brand">
      <span className="brand-mark" aria-hidden="true">
        {brand.slice(0, 1).toUpperCase()}
      </span>
      {brand}
    </a>
  )
}
