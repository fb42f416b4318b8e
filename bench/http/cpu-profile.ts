import { RunningContender, type Contender } from './contender.ts'
import { Load } from './load.ts'
import type { Scenario } from './scenarios.ts'

/** A location in the code, and its self time. */
export interface Frame {
  readonly functionName: string
  /** Empty for code that is not JavaScript. */
  readonly url: string
  readonly line: number
  readonly selfMicros: number
}

/** Profiles a server while it handles one scenario, once its code has been compiled. */
export async function recordProfile(
  contender: Contender,
  scenario: Scenario,
  durationMs: number,
): Promise<readonly Frame[]> {
  await using server = await RunningContender.start(contender, 18_300)
  using load = await Load.open(server.port, 32)
  const { answer, length } = await load.probe(scenario.request)
  scenario.verify(answer)
  await load.run(scenario.request, length, durationMs)

  await server.ask('profile')
  await load.run(scenario.request, length, durationMs)
  const { profile } = await server.ask('end profile')
  return toFrames(profile)
}

/** A longer sample is the profiler's own startup, or time in which another process ran. */
const longestMicros = 20_000

interface Profile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      readonly lineNumber: number
    }
  }>
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

function toFrames(profile: Profile): readonly Frame[] {
  const micros = new Map<number, number>()
  profile.samples.forEach((id, index) => {
    const delta = profile.timeDeltas[index] ?? 0
    if (delta < longestMicros) micros.set(id, (micros.get(id) ?? 0) + delta)
  })
  return profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
    const selfMicros = micros.get(id) ?? 0
    return { functionName, url, line: lineNumber + 1, selfMicros }
  })
}
