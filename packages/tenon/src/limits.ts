export { limit, type Limit, type LimitKey } from './stores/limits/limit.ts'
export type { Rate } from './base/support/duration.ts'
