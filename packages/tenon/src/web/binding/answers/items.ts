import type { Shape } from './shape.ts'

/** Items of one shape, sent one by one as the handler produces them. */
export interface ItemsStatement<Item> {
  readonly kind: 'items'
  readonly mediaType: ItemsType
  readonly item: Item
}

/** How items are separated: JSON line by line, or as server-sent events. */
export type ItemsType = 'application/x-ndjson' | 'text/event-stream'

/**
 * Declares JSON line by line: `.answers(ndjson(Todo))`. The handler returns an async iterable of the items.
 *
 * They are sent as fast as the client reads them. If it disconnects, the iterable's `return()` is called. An error
 * after the first item cuts the connection and is logged.
 */
export function ndjson<const Item extends Shape>(item: Item): ItemsStatement<Item> {
  return { kind: 'items', mediaType: 'application/x-ndjson', item }
}

/**
 * Declares server-sent events whose data is JSON: `.answers(eventStream(Todo))`. The handler returns an
 * async iterable of the items, as for `ndjson()`. While it waits for the next one, it should listen to
 * `request.signal`.
 */
export function eventStream<const Item extends Shape>(item: Item): ItemsStatement<Item> {
  return { kind: 'items', mediaType: 'text/event-stream', item }
}
