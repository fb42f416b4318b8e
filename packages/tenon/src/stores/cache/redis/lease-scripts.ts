import { defineScript } from './redis-script.ts'

/** Extends a key if the caller still owns it; returns 0 otherwise. */
export const extendScript = defineScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`)

/**
 * Removes a key if the caller still owns it. If the answer to a claim was lost, the caller knows only the token, which
 * is the end of the claim: `<versions> <token>`.
 */
export const releaseScript = defineScript(`
local owner = redis.call('GET', KEYS[1])
if owner and string.sub(owner, -#ARGV[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`)
