import { hiddenValues } from '../../../base/log/hidden-values.ts'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { assertSchema } from '../../../web/validation/validate.ts'
import { ValidationFailed } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { afterCommit } from '../../../data/database/current-database.ts'
import { noteReads } from '../../../data/queries/reads/note-reads.ts'
import type { Wire } from '../../../data/records/wire.ts'
import { feeds } from '../../../stores/changes/current-feed.ts'
import type { Member } from '../../../stores/changes/message.ts'
import { compileBindings } from '../../../web/binding/compile-bindings.ts'
import type { ContractOf, Declared, InputOf, Unwrapped } from '../../../web/binding/binding.ts'
import type {
  CompiledHandler,
  Handler,
  RouteSite,
  RunHandler,
} from '../../../web/routing/handler.ts'
import { ChannelNames, type ChannelKeys } from './channel-names.ts'
import type { ChannelAnswers, MessageIn } from './channel-types.ts'
import { checkMessage } from './check-message.ts'
import { giveSeat } from './give-seat.ts'

/**
 * Declares a channel: `channel('ticket', { ticket: Ticket, user: auth.user })`. Clients that follow it receive its
 * messages and the list of members. Use it for data that is not stored, such as who is typing; for stored data, use
 * `live()`.
 *
 * A channel is the handler of a GET route, and the route decides who may follow it. The bindings of the path are its
 * keys: each record has its own channel. Configure it with `.messages(schema)` and `.presence(…)`.
 *
 * Throws `E_CHANNEL_NAME` for a malformed name.
 */
export function channel<const B extends Declared>(
  name: string,
  bindings: B & Unwrapped<B>,
): Channel<B, never, never> {
  if (NAME.test(name)) return new DeclaredChannel<B, never, never>({ name, bindings })
  throw new SetupError(
    'E_CHANNEL_NAME',
    `A channel cannot be named "${name}". Use 1 to 100 letters, digits and ".", ":", "_" or "-", beginning with a letter.`,
  )
}

const NAME = /^[a-zA-Z][\w.:-]{0,99}$/

/** The contract of a channel: its answers carry the types of messages and members. */
export interface ChannelContract<B extends Declared, Message, Here> extends ContractOf<B> {
  readonly answers: ChannelAnswers<Message, Here>
}

/** A channel: the handler of a GET route, on which messages can be published. */
export interface Channel<B extends Declared, Message, Here> extends Handler<
  ChannelContract<B, Message, Here>
> {
  /** Returns the same channel with messages of this Standard Schema. */
  messages<Schema extends StandardSchemaV1>(
    schema: Schema,
  ): Channel<
    B,
    MessageIn<StandardSchemaV1.InferInput<Schema>, Wire<StandardSchemaV1.InferOutput<Schema>>>,
    Here
  >
  /**
   * Returns the same channel with a list of members: `.presence(({ user }) => ({ id: user.id, name: user.name }))`.
   * Members with the same `id` are listed once, however many tabs they have. A member has at most 1,000 bytes as JSON;
   * otherwise following throws `E_CHANNEL_MEMBER`.
   */
  presence<M extends Member>(toMember: (input: InputOf<B>) => M): Channel<B, Message, Wire<M>>
  /**
   * Sends a message to all clients that follow the channel, in all processes: `ticketChannel.publish({ ticket }, {
   * typing: user.name })`. Pass records or their keys as keys. Inside a transaction the message is sent after the
   * commit.
   *
   * A message is not stored: clients that are not connected miss it. Throws `PayloadTooLarge` (413) for a message of
   * more than 6,000 bytes as JSON, `E_CHANNEL_MESSAGE` if the schema rejects it, and `E_NO_CHANNELS` if no application
   * has been started.
   */
  publish(keys: ChannelKeys<B>, message: PublishedMessage<Message>): Promise<void>
}

// oxfmt-ignore
type PublishedMessage<Message> =
  Message extends MessageIn<infer Input, unknown> ? Input : never

interface ChannelParts<B extends Declared> {
  readonly name: string
  readonly bindings: B
  readonly schema?: StandardSchemaV1
  readonly toMember?: (input: InputOf<B>) => Member
}

class DeclaredChannel<B extends Declared, Message, Here> implements Channel<B, Message, Here> {
  readonly name: string
  readonly #parts: ChannelParts<B>
  readonly #names: ChannelNames<B>

  constructor(parts: ChannelParts<B>) {
    this.name = parts.name
    this.#parts = parts
    this.#names = new ChannelNames(parts.name, parts.bindings)
  }

  messages<Schema extends StandardSchemaV1>(schema: Schema) {
    assertSchema(schema, 'messages')
    return new DeclaredChannel<
      B,
      MessageIn<StandardSchemaV1.InferInput<Schema>, Wire<StandardSchemaV1.InferOutput<Schema>>>,
      Here
    >({ ...this.#parts, schema })
  }

  presence<M extends Member>(toMember: (input: InputOf<B>) => M) {
    return new DeclaredChannel<B, Message, Wire<M>>({ ...this.#parts, toMember })
  }

  async publish(keys: ChannelKeys<B>, message: PublishedMessage<Message>): Promise<void> {
    const { name, schema } = this.#parts
    const feed = feeds.get()
    if (feed === undefined) throw withoutApplication(name)
    const checked = await checkMessage(name, schema, message)
    const channel = this.#names.ofKeys(keys)
    if (hiddenValues.isFollowed) {
      hiddenValues.check(JSON.stringify(checked), `A message of the channel "${name}"`)
    }
    await afterCommit(() => feed.publish(channel, checked))
  }

  compile(site: RouteSite): CompiledHandler {
    const { name, bindings, toMember } = this.#parts
    const bind = compileBindings(bindings, (input: InputOf<B>) => input, site)
    const run: RunHandler = (request) =>
      giveSeat(request, async () => {
        const bound = await bind(request)
        if (bound instanceof ValidationFailed) throw bound
        // Sound: the function above returns its input.
        const input = bound as InputOf<B>
        const channel = this.#names.ofInput(input, request)
        return { name, channel, member: toMember?.(input) }
      })
    return { run, around: async (answer) => (await noteReads(answer)).value }
  }
}

function withoutApplication(name: string): SetupError {
  return new SetupError(
    'E_NO_CHANNELS',
    `A message was published on the channel "${name}" before an application was started. Publish from handlers, tasks, jobs and commands.`,
  )
}

/** Throws `E_CHANNEL_NAME_TAKEN` if two channels of the routes have the same name. */
export function assertChannels(handlers: Iterable<unknown>): void {
  const known = new Map<string, DeclaredChannel<Declared, unknown, unknown>>()
  for (const handler of handlers) {
    if (!(handler instanceof DeclaredChannel)) continue
    const other = known.get(handler.name)
    known.set(handler.name, handler)
    if (other === undefined || other === handler) continue
    throw new SetupError(
      'E_CHANNEL_NAME_TAKEN',
      `Two channels are named "${handler.name}". Rename one of them, or import the same one everywhere.`,
    )
  }
}
