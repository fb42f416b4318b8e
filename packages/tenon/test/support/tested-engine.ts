import {
  defaultEngine,
  serverEngines,
  type ServerEngine,
} from '../../src/web/server/engine/server-engine.ts'

/**
 * The engine that the tests run on: the default, or `SERVER_ENGINE`. CI runs the tests that use
 * sockets a second time, on the other one.
 */
export const testedEngine: ServerEngine = toEngine(process.env['SERVER_ENGINE'] ?? defaultEngine)

function toEngine(name: string): ServerEngine {
  const engine = serverEngines.find((each) => each === name)
  if (engine === undefined) throw new TypeError(`SERVER_ENGINE=${name} is not an engine`)
  return engine
}
