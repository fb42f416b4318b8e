import { onDestroy } from 'svelte'
import { toStore, writable, type Readable } from 'svelte/store'
import type { RouteName } from '../../web/routing/types/url.ts'
import {
  channelUrl,
  joinChannel,
  type ChannelMember,
  type ChannelMessage,
  type ChannelParameters,
  type ChannelState,
  type UseChannelOptions,
} from '../client/live/join-channel.ts'

/**
 * Follows a channel while the component is shown: `const room = useChannel('tickets.channel', { ticket: 5 }, {
 * onMessage })`. Returns a store: `$room.members`. The parameters may be a getter: `() => ({ ticket: ticket.id })`.
 */
export function useChannel<const Name extends RouteName>(
  name: Name,
  parameters: ChannelParameters<Name> | (() => ChannelParameters<Name>),
  { onMessage, onEnd }: UseChannelOptions<ChannelMessage<Name>> = {},
): Readable<ChannelState<ChannelMember<Name>>> {
  const state = writable<ChannelState<ChannelMember<Name>>>(nobody)
  if (typeof document === 'undefined') return state
  const read = typeof parameters === 'function' ? parameters : () => parameters
  let leave = (): void => {}
  const join = (): void => {
    leave()
    state.set(nobody)
    leave = joinChannel(name, read(), {
      onMessage: (message) => onMessage?.(message),
      onMembers: (members, count) => state.set({ members, count }),
      onEnd: (status) => onEnd?.(status),
    })
  }
  const stop = toStore(() => channelUrl(name, read())).subscribe(join)
  onDestroy(() => {
    stop()
    leave()
  })
  return state
}

const nobody: ChannelState<never> = { members: [], count: 0 }
