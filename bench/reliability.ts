import { measureOwnBans } from './reliability/own-bans.ts'
import { measureOutages } from './reliability/outage.ts'
import { measureToolFeed } from './reliability/tool-feed.ts'
import { measureTruth } from './reliability/truth.ts'
import { measureOddRecords, measureWatchAlerts } from './reliability/watch-alerts.ts'
import { runTopics } from './support/topics.ts'

await runTopics({
  truth: measureTruth,
  outage: measureOutages,
  alerts: measureWatchAlerts,
  records: measureOddRecords,
  toolfeed: measureToolFeed,
  ownbans: measureOwnBans,
})
