/** Since when a route is deprecated, and until when it works. */
export interface Deprecation {
  /** A date such as `2026-12-01`, or a moment in the form of ISO 8601. It may be in the future. */
  readonly since: string
  /** When the route is removed, in the same form. Default: not decided. */
  readonly sunset?: string
}
