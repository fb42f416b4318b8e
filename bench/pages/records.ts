/** The records of every page: in memory, so that the page is measured and not a database. */
export const records = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  title: `Write chapter ${index + 1} of the "book" <for readers>`,
  completed: index % 3 === 0,
  created_at: new Date(Date.UTC(2026, 10, 1, 9, index % 60, 0, 123)).toISOString(),
}))

/** As many of them as a path like `/todos/20` asks for. */
export function take(count: string | undefined): typeof records {
  return records.slice(0, Number(count))
}

/** What every server says of its assets: the client's files never change here. */
export const assetVersion = 'v1'
