import { SetupError } from '../../base/support/setup-error.ts'

/** One page of a list for infinite scrolling. */
export interface ScrollPage<Item> {
  readonly data: readonly Item[]
  readonly currentPage: number | string
  /** `null` or absent on the first page. */
  readonly previousPage?: number | string | null
  /** `null` or absent on the last page. */
  readonly nextPage?: number | string | null
  /** The query parameter that selects a page. Default `page`. */
  readonly pageName?: string
}

/** Throws `E_SCROLL_PAGE` if the value of a scroll prop is not a page of a list. */
export function assertScrollPage(
  value: unknown,
  path: string,
): asserts value is ScrollPage<unknown> {
  if (isScrollPage(value)) return
  throw new SetupError(
    'E_SCROLL_PAGE',
    `The scroll prop "${path}" is not a page of a list. ` +
      'Pass scroll() an object with "data" and "currentPage".',
  )
}

function isScrollPage(value: unknown): value is ScrollPage<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'data' in value &&
    Array.isArray(value.data) &&
    'currentPage' in value &&
    (typeof value.currentPage === 'number' || typeof value.currentPage === 'string')
  )
}
