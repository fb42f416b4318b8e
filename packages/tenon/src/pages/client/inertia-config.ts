import type { RegisteredFlash, RegisteredShared } from '../props/registered.ts'

/** `usePage()` knows the shared props and the flash data that the application has registered. */
declare module '@inertiajs/core' {
  interface InertiaConfig {
    errorValueType: string
    sharedPageProps: RegisteredShared
    flashDataType: Partial<RegisteredFlash>
  }
}
