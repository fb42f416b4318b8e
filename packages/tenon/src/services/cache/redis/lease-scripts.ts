import { defineScript } from './redis-script.ts'

/** Holds a key of one's own for a while longer. 0 when it is another's by now. */
export const extendScript = defineScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`)

/** Removes a key of one's own; another's is left alone. */
export const releaseScript = defineScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`)
