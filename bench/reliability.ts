import { measureBanDelay } from './reliability/ban-delay.ts'
import { measureBanIntervals } from './reliability/ban-interval.ts'
import { measureBanImport } from './reliability/ban-import.ts'
import { measureBanKills } from './reliability/ban-kill.ts'
import { measureBanRate } from './reliability/ban-rate.ts'
import { measureBanSize } from './reliability/ban-size.ts'
import { measureBudget } from './reliability/budget.ts'
import { measureReplicaBudget } from './reliability/replica-budget.ts'
import { measureJoinOutages } from './reliability/join-outage.ts'
import { measureJoinRush } from './reliability/join-rush.ts'
import { measureJoins } from './reliability/joins.ts'
import { measureOrder } from './reliability/order.ts'
import { measureOwnBans } from './reliability/own-bans.ts'
import { measureOutages } from './reliability/outage.ts'
import { measureReplicaAlerts } from './reliability/replica-alerts.ts'
import { measureReplicaBots } from './reliability/replica-bots.ts'
import { measureReplicaCalls } from './reliability/replica-calls.ts'
import { measureReplicaCost } from './reliability/replica-cost.ts'
import { measureReplicaTruth } from './reliability/replica-truth.ts'
import { measureRetries } from './reliability/retries.ts'
import { measureRollingRestart } from './reliability/rolling-restart.ts'
import { measureSlowClients } from './reliability/slow-clients.ts'
import { measureToolFeed } from './reliability/tool-feed.ts'
import { measureToolFollowers } from './reliability/tool-followers.ts'
import { measureToolMirror } from './reliability/tool-mirror.ts'
import { measureTruth } from './reliability/truth.ts'
import { measureOddRecords, measureWatchAlerts } from './reliability/watch-alerts.ts'
import { measureVerdictRate } from './reliability/verdict-rate.ts'
import { measureWatchDelay } from './reliability/watch-delay.ts'
import { measureWatchSize } from './reliability/watch-size.ts'
import { measureWatchSweep } from './reliability/watch-sweep.ts'
import { runTopics } from './support/topics.ts'

await runTopics({
  truth: measureTruth,
  retries: measureRetries,
  outage: measureOutages,
  order: measureOrder,
  clients: measureSlowClients,
  budget: measureBudget,
  replicabudget: measureReplicaBudget,
  intervals: measureBanIntervals,
  alerts: measureWatchAlerts,
  records: measureOddRecords,
  sweep: measureWatchSweep,
  delay: measureWatchDelay,
  size: measureWatchSize,
  banimport: measureBanImport,
  bansize: measureBanSize,
  banrate: measureBanRate,
  bankill: measureBanKills,
  toolmirror: measureToolMirror,
  toolfeed: measureToolFeed,
  toolfollowers: measureToolFollowers,
  joins: measureJoins,
  ownbans: measureOwnBans,
  bandelay: measureBanDelay,
  rush: measureJoinRush,
  joinoutage: measureJoinOutages,
  verdicts: measureVerdictRate,
  replicacalls: measureReplicaCalls,
  replicacost: measureReplicaCost,
  replicatruth: measureReplicaTruth,
  replicaalerts: measureReplicaAlerts,
  rolling: measureRollingRestart,
  replicabots: measureReplicaBots,
})
