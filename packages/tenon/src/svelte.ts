export { useForm } from './pages/adapters/svelte-form.ts'
export { useChannel } from './pages/adapters/svelte-channel.ts'
export { followLanguage } from './pages/adapters/svelte-language.ts'
export type { ChannelState, UseChannelOptions } from './pages/client/live/join-channel.ts'
