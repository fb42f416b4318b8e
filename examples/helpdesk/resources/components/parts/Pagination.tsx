import type { CursorPage, Page } from 'tenon/models'
import { Link } from 'tenon/react'
import './parts.css'

interface PaginationProps {
  /** What `paginate()` or `cursorPaginate()` returns. */
  readonly page: Omit<Page<unknown>, 'data'> | Omit<CursorPage<unknown>, 'data'>
  /** Returns the URL of the page with this number or cursor. */
  readonly href: (at: string) => string
  readonly words?: PaginationWords
}

interface PaginationWords {
  /** The name of the navigation, for screen readers. */
  readonly label: string
  readonly previous: string
  readonly next: string
  /** The text between the links, if the pages have numbers. */
  readonly place?: (current: number, last: number) => string
}

const english: PaginationWords = {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  place: (current, last) => `Page ${current} of ${last}`,
}

/** Links to the previous and the next page; nothing if there is neither. */
export function Pagination({ page, href, words = english }: PaginationProps) {
  const isNumbered = 'currentPage' in page
  const previous = isNumbered ? page.previousPage : page.previousCursor
  const next = isNumbered ? page.nextPage : page.nextCursor
  if (previous === null && next === null) return null
  return (
    <nav className="part-pages" aria-label={words.label}>
      {previous !== null && (
        <Link href={href(String(previous))} rel="prev">
          {words.previous}
        </Link>
      )}
      {isNumbered && <span>{words.place?.(page.currentPage, page.lastPage)}</span>}
      {next !== null && (
        <Link href={href(String(next))} rel="next">
          {words.next}
        </Link>
      )}
    </nav>
  )
}
