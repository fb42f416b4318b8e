import type { Duration } from './duration.ts'

declare const ms: number

export const computed: Duration = `${ms}ms`

export const written: readonly Duration[] = ['500ms', '30s', '5m', '1h', '7d']

// @ts-expect-error Only whole numbers.
export const fraction: Duration = '1.5h'

// @ts-expect-error A computed number may be a fraction.
export const computedHours: Duration = `${ms}h`

// @ts-expect-error There is no such unit.
export const weeks: Duration = '1w'
