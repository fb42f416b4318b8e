/** What is published on a channel, and what clients receive. */
export interface MessageIn<Input, Output> {
  readonly '~input': Input
  readonly '~output': Output
}

/** What the route of a channel answers. */
export interface ChannelAnswers<Message, Here> {
  readonly 200: ChannelPlace<Message, Here>
}

/** A place on a channel: what a stream takes to follow it. */
export interface ChannelPlace<Message, Here> {
  /** Carry the types; they do not exist at run time. */
  readonly '~message'?: Message
  readonly '~here'?: Here
  readonly ticket: string
  /** Names the channel among what a stream follows. */
  readonly watch: string
  /** The position of the feed before access was checked. */
  readonly position: string
}
