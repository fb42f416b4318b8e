export { useChannel } from './pages/adapters/svelte-channel.ts'
export type { ChannelState, UseChannelOptions } from './pages/client/live/join-channel.ts'
