import 'tenon'

declare module 'tenon' {
  interface Register {
    flash: { notice: string }
  }
}
