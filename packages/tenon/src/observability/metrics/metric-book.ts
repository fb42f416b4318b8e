import type * as prometheus from 'prom-client'

/** Where metrics are entered: the library, loaded by whoever opened the book, and its registry. */
export interface MetricBook {
  readonly library: typeof prometheus
  readonly registers: prometheus.Registry<prometheus.OpenMetricsContentType>[]
}

/** Stops counting. */
export type StopCounting = () => void
