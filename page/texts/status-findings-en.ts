/** Current problems, and what to do next. `detail` is a list of names, a number or a time. */
export const findings = {
  stopping: {
    title: 'The service is stopping',
    text: () => 'It finishes what it has begun. Wait until it is started again.',
  },
  overload_event_loop: {
    title: 'New lookups are refused: the process is too busy',
    text: () =>
      'Give it more processor time, or lower `RATE_LIMIT_PER_MINUTE`. The threshold is `LOAD_SHEDDING_EVENT_LOOP_MS`.',
  },
  overload_memory: {
    title: 'New lookups are refused: the process uses too much memory',
    text: () => 'Lower `MEMORY_MB`, or raise `LOAD_SHEDDING_MEMORY_MB` if the machine has more.',
  },
  steam_unreachable: {
    title: 'Steam does not answer',
    text: () => 'Check whether this machine reaches Steam. If it does, wait: the service goes on by itself.',
  },
  steam_blocked: {
    title: 'Steam blocks the address of this server',
    text: () =>
      'Do not restart repeatedly: calls prolong the block, which lasts up to 48 hours. Lower `STEAM_CONCURRENCY` and `RATE_LIMIT_PER_MINUTE`, and stop other programs that call Steam from this address.',
  },
  budget_spent: {
    title: 'The calls of the day are used up',
    text: () =>
      'Only cached answers are given until 00:00 UTC. Raise `STEAM_CALLS_PER_DAY` if Steam allows your key more.',
  },
  budget_reserved: {
    title: 'The calls of the day are nearly used up',
    text: () =>
      'Batches and friend scans are refused until 00:00 UTC. Raise `RATE_COST_FRIENDS` or lower `RATE_LIMIT_PER_MINUTE` to use fewer.',
  },
  budget_scarce: {
    title: 'The calls of the day are scarce',
    text: () => 'Rust hours are left out, unless a verdict needs them. Raise `CACHE_HOURS_SECONDS` to use fewer calls.',
  },
  budget_forecast: {
    title: 'The calls of the day will not last',
    text: (time: string) =>
      `At the rate of the last hour the limit is reached at ${time} UTC. Raise \`RATE_COST_FRIENDS\` or lower \`RATE_LIMIT_PER_MINUTE\`.`,
  },
  circuits_open: {
    title: 'Some calls to Steam fail',
    text: (names: string) => `Not called until a probe succeeds: ${names}. Wait: the service goes on by itself.`,
  },
  inventories_blocked: {
    title: 'Steam blocks inventories for the address of this server',
    text: () => 'Everything else works. Raise `INVENTORY_SPACING_MS`, and do not restart repeatedly.',
  },
  store_closed: {
    title: 'The cache cannot be used',
    text: () =>
      'Free disk space, and let the user of the process write the file of `STORE_URL`. A restart is not needed.',
  },
  shared_store_closed: {
    title: 'The cache in Postgres does not answer',
    text: () => 'Lookups still work and use more calls. Check the server of `STORE_URL`; the log has what it answered.',
  },
  store_failing: {
    title: 'The cache cannot be written',
    text: () => 'Lookups still work. Free disk space where `STORE_URL` is stored; the log has the reason.',
  },
  database_failing: {
    title: 'The database cannot be read',
    text: () => 'Sweeps, alerts and policies are not known here. Check the server or the file of `DATABASE_URL`.',
  },
  database_unwritable: {
    title: 'The database cannot be written',
    text: () =>
      'Lists and policies cannot be changed, and new alerts are not stored. Free disk space where `DATABASE_URL` is stored, or let the user of the process write it; the log has the reason. A restart is not needed.',
  },
  database_lost: {
    title: 'The file of the database was deleted or replaced',
    text: () =>
      'Nothing is stored any more, and a restart would begin with empty lists. Put the file of `DATABASE_URL` back as it was; otherwise stop the service and restore a backup with `npm run restore`. The log has the reason.',
  },
  replicas_away: {
    title: 'This process does not reach the shared database',
    text: () => 'It goes on by itself with its share of the calls. Check Postgres at `DATABASE_URL`.',
  },
  replicas_differ: {
    title: 'The settings of the replicas differ',
    text: (names: string) =>
      `They should be the same in all processes: ${names}. Restart those with the older settings.`,
  },
  checks_late: {
    title: 'Watched accounts are checked late',
    text: (count: string) =>
      `Overdue: ${count}. Sweeps pause while Steam is down or calls are scarce; otherwise raise \`WATCH_INTERVAL_SECONDS\`.`,
  },
  checks_unanswered: {
    title: 'Most watched accounts get no record from Steam',
    text: (count: string) => `Unanswered: ${count}. Look for failed calls in the log.`,
  },
  alerts_late: {
    title: 'Alerts wait because Discord does not accept them',
    text: (count: string) => `Waiting: ${count}. They are sent again by themselves; the log has the answer of Discord.`,
  },
  alerts_parked: {
    title: 'Alerts are held back, because the bot may not write',
    text: (count: string) =>
      `Held back: ${count}. Allow the bot *View Channel* and *Send Messages* in the channel, then use \`/watch channel\` in the servers concerned.`,
  },
  recent_errors: {
    title: 'Errors in the last hour',
    text: (count: string) =>
      `Errors in this process: ${count}, without warnings. The table below also contains warnings and older errors. The log has more under each request ID.`,
  },
}
