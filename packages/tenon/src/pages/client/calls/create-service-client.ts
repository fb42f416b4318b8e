import type { RevivedService, ServiceApi } from './api.ts'
import type { Operations } from './operation.ts'
import { createSender, type ApiOptions, type RevivingOptions } from './sender.ts'

/**
 * Creates a client for an application whose sources are elsewhere: `createServiceClient<Service>({ baseUrl, routes })`.
 *
 * `Service` and `routes` come from the output of `node main.js client` in that application. You call routes as with
 * `createClient`. The type declarations of this door need neither the server's types nor any other package.
 */
export function createServiceClient<Service extends Operations>(
  options: RevivingOptions,
): ServiceApi<RevivedService<Service>>
export function createServiceClient<Service extends Operations>(
  options: ApiOptions,
): ServiceApi<Service>
export function createServiceClient(options: ApiOptions): unknown {
  return createSender(options)
}
