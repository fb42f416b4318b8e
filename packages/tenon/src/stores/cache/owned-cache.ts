import { SetupError } from '../../base/support/setup-error.ts'
import type { AnyRecord } from '../../data/records/entity.ts'
import { keyOf } from '../../data/records/key.ts'
import { fieldsOf, ModelRecord } from '../../data/records/record.ts'
import type { Cache } from './cache.ts'

/** What a cache does with keys; tags and `clear()` are for the whole cache. */
export type OwnedCache = Pick<Cache, 'fetch' | 'get' | 'has' | 'set' | 'delete' | 'increment'>

/** A cache whose keys are those of one record: another record never reads them. Throws `E_OWNER` unless it is saved. */
export function toOwnedCache(cache: OwnedCache, owner: AnyRecord): OwnedCache {
  const prefix = toPrefix(owner)
  return {
    fetch: (key, ...rest) => cache.fetch(prefix + key, ...rest),
    get: (key) => cache.get(prefix + key),
    has: (key) => cache.has(prefix + key),
    set: (key, ...rest) => cache.set(prefix + key, ...rest),
    delete: (key) => cache.delete(prefix + key),
    increment: (key, options) => cache.increment(prefix + key, options),
  }
}

/** As JSON, so that no key of one owner begins like the prefix of another: `["teams","1"]:`. */
function toPrefix(owner: unknown): string {
  const entity = ModelRecord.entityOf(owner)
  const key = entity && keyOf(entity.table, fieldsOf(owner as object))
  if (entity === undefined || key === undefined || key === null) {
    throw new SetupError(
      'E_OWNER',
      'cache.of() got something that was never saved. Give a record, such as the team: cache.of(team).',
    )
  }
  const parts = entity.table.keys.map(({ name }) => String(fieldsOf(owner as object)[name]))
  return `${JSON.stringify([entity.table.database ?? '', entity.table.name, ...parts])}:`
}
