/** A channel for alerts to be tested. */
export interface TestedChannel {
  channelId: string
  /** The role that alerts will mention; null for none. */
  role: { id: string; isMentionable: boolean } | null
  /** At most 25 characters; Discord posts only one message with the same nonce. */
  nonce: string
}

/** The problem of a channel for alerts: a permission that the bot lacks, or the channel itself. */
export type ChannelProblem = 'view_channel' | 'send_messages' | 'attach_files' | 'channel_gone' | 'not_for_messages'

/** The result of posting a test message. */
export type ChannelTest =
  /** Without the history, a message of unclear delivery may be repeated; without the mention, no user is notified. */
  | { kind: 'posted'; canReadHistory: boolean; canMentionRole: boolean }
  | { kind: 'refused'; problem: ChannelProblem }
  /** Discord did not answer normally, so nothing is known about the channel. */
  | { kind: 'unavailable' }

/** The dependencies of commands about the channel for alerts. */
export interface ChannelContext {
  /** Posts a test message like an alert, in the language of the server; the result says which permission is missing. */
  testChannel: (channel: TestedChannel, guildLocale: string, signal: AbortSignal) => Promise<ChannelTest>
}
