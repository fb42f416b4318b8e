import type { Size } from './size.ts'

declare const bytes: number

export const computed: Size = `${bytes}b`

export const written: readonly Size[] = ['100b', '500kb', '5mb', '2gb']

// @ts-expect-error Only whole numbers.
export const fraction: Size = '1.5mb'

// @ts-expect-error A computed number may be a fraction.
export const computedMegabytes: Size = `${bytes}mb`

// @ts-expect-error There is no such unit.
export const bits: Size = '5mbit'

// @ts-expect-error A number has no unit.
export const bare: Size = 5_000_000
