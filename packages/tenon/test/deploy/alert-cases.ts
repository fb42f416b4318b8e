/** Series that an alert must fire on, and others that it must stay quiet on. */
export interface AlertCase {
  readonly fires: Series
  readonly quiet: Series
  /** The labels of the alert besides its severity. */
  readonly labels?: Readonly<Record<string, string>>
  /** When both are looked at. Default: after two hours. */
  readonly at?: string
  /** The time between two values, and between two looks at the rules. Default: a minute. */
  readonly every?: string
}

/** Values by series, as `promtool` writes them. */
export type Series = Readonly<Record<string, string>>

const app = 'job="app", instance="a"'
const requests = 'tenon_http_request_duration_seconds'
const statusCounts = (status: string) =>
  `${requests}_count{${app}, route="/notes", status="${status}"}`
const buckets = (second: string): Series => ({
  [`${requests}_bucket{${app}, route="/notes", le="0.1"}`]: '0+10x120',
  [`${requests}_bucket{${app}, route="/notes", le="1"}`]: second,
  [`${requests}_bucket{${app}, route="/notes", le="5"}`]: '0+60x120',
  [`${requests}_bucket{${app}, route="/notes", le="+Inf"}`]: '0+60x120',
})
const connections = (busy: number): Series => ({
  [`tenon_database_connections{${app}, pool="pool", state="busy"}`]: `${busy}x120`,
  [`tenon_database_connections_limit{${app}, pool="pool"}`]: '12x120',
  // Two connections that pipeline statements are busy as a rule.
  [`tenon_database_connections{${app}, pool="shared", state="busy"}`]: '2x120',
  [`tenon_database_connections_limit{${app}, pool="shared"}`]: '2x120',
})
const jobs = (queue: string, state: string) =>
  `tenon_jobs{${app}, queue="${queue}", state="${state}"}`
const oldest = `tenon_jobs_oldest_waiting_seconds{${app}, queue="default"}`
const paused = `tenon_jobs_paused{${app}, queue="default"}`
const refused = `tenon_live_refused_total{${app}, limit="address"}`
const lastRun = (state: string) =>
  `tenon_schedule_last_run_timestamp_seconds{${app}, task="report", state="${state}"}`
const missed = `tenon_schedule_ticks_total{${app}, task="report", decision="missed"}`
const restarts = (cause: string) => `tenon_worker_restarts_total{${app}, cause="${cause}"}`
const mails = (outcome: string) => `tenon_mails_total{${app}, outcome="${outcome}"}`
const storageErrors = `tenon_storage_errors_total{${app}, disk="papers", operation="write"}`
const instance = { instance: 'a' }
const process = { instance: 'a', job: 'app' }
const task = { task: 'report' }
const queue = { queue: 'default' }

/** A case for each alert of `deploy/monitoring/alerts.yaml`. */
export const alertCases: Readonly<Record<string, AlertCase>> = {
  AppAway: {
    fires: { [`up{${app}}`]: '1x100 0x20' },
    quiet: { [`up{${app}}`]: '1x120' },
    labels: process,
  },
  AppEventLoopBlocked: {
    fires: { [`nodejs_eventloop_lag_p99_seconds{${app}}`]: '0.5x120' },
    quiet: { [`nodejs_eventloop_lag_p99_seconds{${app}}`]: '0.02x120' },
    labels: process,
  },
  AppWorkerRestarts: {
    fires: { [restarts('exit')]: '0x110 1+1x10' },
    quiet: { [restarts('exit')]: '0x110 1x10' },
    labels: instance,
  },
  AppWorkerUnresponsive: {
    fires: { [restarts('unresponsive')]: '0x110 1x10' },
    quiet: { [restarts('unresponsive')]: '1x120', [restarts('exit')]: '0x110 1x10' },
    labels: instance,
  },
  AppWorkerSilent: {
    fires: { [`tenon_workers{${app}, state="silent"}`]: '1x120' },
    quiet: { [`tenon_workers{${app}, state="silent"}`]: '0x120' },
    labels: instance,
  },
  AppDescriptors: {
    fires: { [`process_open_fds{${app}}`]: '900x120', [`process_max_fds{${app}}`]: '1024x120' },
    quiet: { [`process_open_fds{${app}}`]: '60x120', [`process_max_fds{${app}}`]: '1024x120' },
    labels: process,
  },
  AppMemory: {
    fires: { [`process_resident_memory_bytes{${app}}`]: '600000000x120', [`up{${app}}`]: '1x120' },
    quiet: {
      [`process_resident_memory_bytes{${app}}`]: '600000000x120',
      [`up{${app}}`]: '1x120',
      [`tenon_workers{${app}, state="answering"}`]: '2x120',
    },
    labels: instance,
  },
  AppErrors: {
    fires: { [statusCounts('200')]: '0+60x120', [statusCounts('503')]: '0+10x120' },
    quiet: {
      [statusCounts('200')]: '0+60x120',
      [statusCounts('404')]: '0+60x120',
      [statusCounts('500')]: '0+1x120',
    },
    labels: { route: '/notes' },
  },
  AppSlow: {
    fires: buckets('0+20x120'),
    quiet: buckets('0+60x120'),
    labels: { route: '/notes' },
  },
  AppDatabaseBusy: {
    fires: connections(10),
    quiet: connections(9),
    labels: { instance: 'a', pool: 'pool' },
  },
  AppDatabaseWaiting: {
    fires: { [`tenon_database_waiting{${app}, pool="pool"}`]: '21x120' },
    quiet: { [`tenon_database_waiting{${app}, pool="pool"}`]: '0x118 50' },
    labels: { instance: 'a', pool: 'pool' },
  },
  AppStoreDown: {
    fires: { [`tenon_store_up{${app}}`]: '0x120' },
    quiet: { [`tenon_store_up{${app}}`]: '1x120' },
    labels: instance,
  },
  AppLiveRefused: {
    fires: { [refused]: '0+1x120' },
    quiet: { [refused]: '7x120' },
    labels: { limit: 'address' },
  },
  AppJobsWait: { fires: { [oldest]: '0+60x120' }, quiet: { [oldest]: '60x120' }, labels: queue },
  AppNobodyWorks: {
    fires: { [oldest]: '0+60x120', [jobs('default', 'running')]: '0x120' },
    quiet: { [oldest]: '0+60x120', [jobs('default', 'running')]: '3x120' },
    labels: queue,
  },
  AppQueuePaused: {
    fires: { [paused]: '1x120' },
    quiet: { [paused]: '0x60 1x30 0x30' },
    labels: queue,
  },
  AppJobsFailed: {
    fires: { [jobs('default', 'failed')]: '1x120' },
    quiet: { [jobs('default', 'failed')]: '0x120', [jobs('mail', 'failed')]: '1x120' },
    labels: queue,
  },
  AppMailsFailed: {
    fires: { [jobs('mail', 'failed')]: '1x120' },
    quiet: { [jobs('mail', 'failed')]: '0x120', [jobs('default', 'failed')]: '1x120' },
  },
  AppMailServerAway: {
    fires: { [mails('failed')]: '0x110 1+1x10', [mails('sent')]: '9x120' },
    quiet: { [mails('failed')]: '0x110 1+1x10', [mails('sent')]: '0+1x120' },
  },
  AppTaskFailed: {
    fires: { [lastRun('ok')]: '1000x120', [lastRun('failed')]: '2000x120' },
    quiet: { [lastRun('ok')]: '2000x120', [lastRun('failed')]: '1000x120' },
    labels: task,
  },
  AppTaskNotRun: {
    fires: { [lastRun('ok')]: '60x30' },
    quiet: { [lastRun('ok')]: '0+3600x30' },
    labels: task,
    at: '28h',
    every: '1h',
  },
  AppTicksMissed: {
    fires: { [missed]: '_x115 3x5' },
    quiet: { [missed]: '3x120' },
    labels: task,
  },
  AppStorageErrors: {
    fires: { [storageErrors]: '0x110 1+1x10' },
    quiet: { [storageErrors]: '0x110 1x10' },
    labels: { disk: 'papers', operation: 'write' },
  },
}
