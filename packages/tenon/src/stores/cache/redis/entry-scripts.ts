import { defineScript } from './redis-script.ts'

// The keys of each script: the claim's key, the entry's key, then the keys of its tags.

/** Returns the versions of the tags. Creates missing ones as `fresh`, and keeps all of them for another `life`. */
const beginTags = `
local function begin_tags(fresh, life)
  local versions = {}
  for i = 3, #KEYS do
    local version = redis.call('GET', KEYS[i])
    if not version then
      version = fresh
      redis.call('SET', KEYS[i], version, 'PX', life)
    elseif redis.call('PTTL', KEYS[i]) < tonumber(life) then
      redis.call('PEXPIRE', KEYS[i], life)
    end
    versions[#versions + 1] = version
  end
  return table.concat(versions, ',')
end
`

/**
 * Claims the right to compute an entry. Arguments: token, lifetime of the claim, lifetime of the tags, in milliseconds.
 *
 * A claim is `<versions> <token>`. A claim with other versions is ignored, because its result would
 * already be outdated.
 */
export const claimScript = defineScript(`${beginTags}
local versions = begin_tags(ARGV[1], ARGV[3])
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, 1, #versions + 1) == versions .. ' ' then return false end
redis.call('SET', KEYS[1], versions .. ' ' .. ARGV[1], 'PX', ARGV[2])
local entry = redis.call('GET', KEYS[2])
return {versions, entry, entry and redis.call('PTTL', KEYS[2]) or 0}
`)

/**
 * Stores the result if the claim and the tags are unchanged. Arguments: claim, versions, lifetime in milliseconds,
 * entry.
 */
export const settleScript = defineScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
local versions = {}
for i = 3, #KEYS do versions[i - 2] = redis.call('GET', KEYS[i]) or '' end
if table.concat(versions, ',') ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[3])
return 1
`)

/**
 * Returns the tag versions for an entry that is about to be set, and ends its claim. Arguments: token, lifetime in
 * milliseconds.
 */
export const beginSetScript = defineScript(`${beginTags}
redis.call('DEL', KEYS[1])
return begin_tags(ARGV[1], ARGV[2])
`)

/**
 * Adds to a number, unless the sum would not be exact. Arguments: the amount, and the lifetime of a new number in
 * milliseconds.
 */
export const incrementScript = defineScript(`
local count = redis.call('GET', KEYS[2]) or '0'
if not string.match(count, '^-?%d+$') then return false end
if math.abs(tonumber(count) + tonumber(ARGV[1])) > ${Number.MAX_SAFE_INTEGER} then return false end
redis.call('DEL', KEYS[1])
local sum = redis.call('INCRBY', KEYS[2], ARGV[1])
if redis.call('PTTL', KEYS[2]) < 0 then redis.call('PEXPIRE', KEYS[2], ARGV[2]) end
return sum
`)
