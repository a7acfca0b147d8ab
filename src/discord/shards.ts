import { Events, GatewayDispatchEvents, Status, type Client } from 'discord.js'
import type { Logger } from 'pino'
import { createLogThrottle } from '../lib/log-throttle.ts'
import { toErrorFacts } from './discord-errors.ts'

/** Tracks the gateway connections of a bot, one for each shard, and logs their errors. */
export function createShards(log: Logger, closing: AbortSignal) {
  const ready = new Set<number>()
  /** Shards whose connection was lost; Discord replays the missed events when they resume. */
  const lost = new Set<number>()
  let count = 0
  const mayLog = createLogThrottle()
  const onReturn = (shardId: number) => {
    if (lost.delete(shardId) && lost.size === 0) log.info('connected to Discord again')
  }
  const logError = (error: Error, text: string) => log[mayLog(text) ? 'warn' : 'debug'](toErrorFacts(error), text)
  return {
    /**
     * Watches the connections of a new client instead of those of the previous client. `onFirst` is called once, when the new client has
     * logged in.
     */
    watch(client: Client, onFirst: (client: Client<true>) => void): void {
      ready.clear()
      // By default the client holds back the events of all shards until all shards are ready. The shards log in one after another, each in
      // 5 s, but interactions expire in 3 s. So this listener, which runs before the client handles the event, marks the client as ready.
      client.ws.on(GatewayDispatchEvents.Ready, () => void (client.ws.status = Status.Ready))
      client
        .on(Events.ShardReady, (shardId) => {
          count = client.ws.shards.size
          onReturn(shardId)
          if (ready.size === 0 && client.isReady()) onFirst(client)
          if (count > 1 && !ready.has(shardId)) log.info({ shardId, count }, 'a shard has logged in to Discord')
          ready.add(shardId)
        })
        .on(Events.ShardResume, onReturn)
        .on(Events.ShardReconnecting, (shardId) => {
          if (closing.aborted) return
          if (lost.size === 0) log.info({ shardId }, 'the connection to Discord was lost; resuming')
          lost.add(shardId)
        })
        .on(Events.ShardError, (error) => logError(error, 'Discord connection error'))
        .on(Events.Error, (error) => logError(error, 'Discord client error'))
    },
    /** Whether all shards are connected. */
    areConnected: () => count > 0 && ready.size === count && lost.size === 0,
    /** Whether the connection of a shard was lost and is being restored. */
    areLost: () => lost.size > 0,
  }
}
