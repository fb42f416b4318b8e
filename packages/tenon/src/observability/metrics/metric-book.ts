import type * as prometheus from 'prom-client'

/** The loaded metrics library and the registries to add metrics to. */
export interface MetricBook {
  readonly library: typeof prometheus
  readonly registers: prometheus.Registry<prometheus.RegistryContentType>[]
}

export type StopCounting = () => void
