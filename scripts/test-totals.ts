/** The number of tests by result. */
export interface TestTotals {
  readonly passed: number
  readonly failed: number
  /** The report's line for each skipped test or group, which says what is missing. */
  readonly skipped: readonly string[]
}

export const noTests: TestTotals = { passed: 0, failed: 0, skipped: [] }

/**
 * Parses the `spec` report of node:test; all zero if the output is not a report.
 *
 * Skipped tests are counted by their lines, because the runner's own number omits skipped groups.
 * Tests excluded by `TEST_DATABASES` do not count as skipped.
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

/** Returns the files in which a test failed, by the places at the end of a `spec` report. */
export function readFailingFiles(report: string): readonly string[] {
  const places = report.matchAll(/^test at (.+?\.ts):\d+:\d+$/gm)
  return [...new Set([...places].map(([, file = '']) => file))]
}

/** Adds up two reports. */
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
