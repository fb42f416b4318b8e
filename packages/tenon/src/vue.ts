export { useChannel } from './pages/adapters/vue-channel.ts'
export type { ChannelState, UseChannelOptions } from './pages/client/live/join-channel.ts'
