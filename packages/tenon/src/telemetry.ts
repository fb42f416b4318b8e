export { openTelemetry } from './observability/telemetry/open-telemetry.ts'
export type { FollowedRun, Telemetry } from './observability/telemetry/telemetry.ts'
