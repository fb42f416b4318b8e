/** The type of a published message, and the type that clients receive. */
export interface MessageIn<Input, Output> {
  readonly '~input': Input
  readonly '~output': Output
}

/** The answers of a channel's route. */
export interface ChannelAnswers<Message, Here> {
  readonly 200: ChannelPlace<Message, Here>
}

/** The answer that gives a client a seat on a channel. */
export interface ChannelPlace<Message, Here> {
  /** Both properties only carry types; they do not exist at run time. */
  readonly '~message'?: Message
  readonly '~here'?: Here
  readonly ticket: string
  /** The name of the channel on a stream. */
  readonly watch: string
  /** The position of the feed before access was checked. */
  readonly position: string
}
