export { useForm } from './pages/adapters/vue-form.ts'
export { useChannel } from './pages/adapters/vue-channel.ts'
export { followLanguage } from './pages/adapters/vue-language.ts'
export type { ChannelState, UseChannelOptions } from './pages/client/live/join-channel.ts'
