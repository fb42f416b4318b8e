import { onDestroy } from 'svelte'
import { writable, type Readable } from 'svelte/store'
import type { RouteName } from '../../web/routing/types/url.ts'
import {
  joinChannel,
  type ChannelMember,
  type ChannelMessage,
  type ChannelParameters,
  type ChannelState,
  type UseChannelOptions,
} from '../client/live/join-channel.ts'

/**
 * Follows a channel while the component is shown: `const room = useChannel('tickets.channel', { ticket: 5 }, { onMessage })`.
 * It is a store: `$room.members`.
 */
export function useChannel<const Name extends RouteName>(
  name: Name,
  parameters: ChannelParameters<Name>,
  { onMessage, onEnd }: UseChannelOptions<ChannelMessage<Name>> = {},
): Readable<ChannelState<ChannelMember<Name>>> {
  const state = writable<ChannelState<ChannelMember<Name>>>({ members: [], count: 0 })
  if (typeof document === 'undefined') return state
  const leave = joinChannel(name, parameters, {
    onMessage: (message) => onMessage?.(message),
    onMembers: (members, count) => state.set({ members, count }),
    onEnd: (status) => onEnd?.(status),
  })
  onDestroy(leave)
  return state
}
