export { limit, type Limit, type LimitKey } from './services/limits/limit.ts'
export type { Rate } from './base/support/duration.ts'
