import type { RegisteredFlash, RegisteredShared } from '../props/registered.ts'

/** Types `usePage()` with the shared props and flash data that the application registers. */
declare module '@inertiajs/core' {
  interface InertiaConfig {
    errorValueType: string
    sharedPageProps: RegisteredShared
    flashDataType: Partial<RegisteredFlash>
  }
}
