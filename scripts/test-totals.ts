/** How many tests ended in which way. */
export interface TestTotals {
  readonly passed: number
  readonly failed: number
  /** The report's line of each skipped test or group of tests, which says what it misses. */
  readonly skipped: readonly string[]
}

export const noTests: TestTotals = { passed: 0, failed: 0, skipped: [] }

/**
 * Reads the `spec` report of node:test; nothing when the output is no report.
 *
 * Skipped tests are counted by their lines: the runner's own number leaves out skipped groups. What
 * `TEST_DATABASES` leaves out was not asked for and does not count.
 */
export function readTotals(report: string): TestTotals {
  return {
    passed: closingNumber(report, 'pass'),
    failed: closingNumber(report, 'fail') + closingNumber(report, 'cancelled'),
    skipped: [...report.matchAll(/^ *(﹣ .*|\S .* # TODO.*)$/gm)]
      .map(([, line = '']) => line)
      .filter((line) => !line.includes('TEST_DATABASES leaves')),
  }
}

/** Adds up what several reports say. */
export function addTotals(one: TestTotals, other: TestTotals): TestTotals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: [...one.skipped, ...other.skipped],
  }
}

function closingNumber(report: string, name: string): number {
  return Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(report)?.[1] ?? 0)
}
