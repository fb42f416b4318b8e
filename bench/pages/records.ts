/** The records of every page, kept in memory so that the page is measured and not a database. */
export const records = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  title: `Write chapter ${index + 1} of the "book" <for readers>`,
  completed: index % 3 === 0,
  created_at: new Date(Date.UTC(2026, 10, 1, 9, index % 60, 0, 123)).toISOString(),
}))

/** Returns as many records as a path like `/todos/20` asks for. */
export function take(count: string | undefined): typeof records {
  return records.slice(0, Number(count))
}

/** The asset version of every server: the client's files never change here. */
export const assetVersion = 'v1'
