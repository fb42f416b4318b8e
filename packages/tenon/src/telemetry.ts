export { openTelemetry } from './telemetry/open-telemetry.ts'
export type { FollowedAnswer, FollowedRun, Telemetry } from './telemetry/telemetry.ts'
