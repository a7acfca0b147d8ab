/** A channel for alerts that is to be tried out. */
export interface TestedChannel {
  channelId: string
  /** The role that alerts are to mention; null for none. */
  role: { id: string; isMentionable: boolean } | null
  /** At most 25 characters; a message with it is posted once. */
  nonce: string
}

/** What keeps alerts out of a channel: a permission that the bot lacks, or the channel itself. */
export type ChannelProblem = 'view_channel' | 'send_messages' | 'attach_files' | 'channel_gone' | 'not_for_messages'

/** What posting a test message has shown. */
export type ChannelTest =
  /** Without the history, a message whose delivery is unclear may be repeated; without the mention no user is notified. */
  | { kind: 'posted'; canReadHistory: boolean; canMentionRole: boolean }
  | { kind: 'refused'; problem: ChannelProblem }
  /** Discord did not answer as usual: nothing is known about the channel. */
  | { kind: 'unavailable' }

/** What commands about the channel for alerts need. */
export interface ChannelContext {
  /** Posts a test message in a channel, as alerts are, in the language of the server; tells which permission is missing. */
  testChannel: (channel: TestedChannel, guildLocale: string, signal: AbortSignal) => Promise<ChannelTest>
}
