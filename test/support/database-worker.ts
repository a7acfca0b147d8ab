import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/app/database.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { banAccounts } from '../../src/policy/ban-accounts.ts'

// A process of its own for tests: opens the database of a URL, then writes it or bans accounts until it is killed, or waits with it open.
const [url = '', work] = process.argv.slice(2)

const GUILD = '1'
const database = await openDatabase(url).catch((error: unknown) => {
  process.stderr.write(String(error))
  process.exit(1)
})
process.stdout.write('open\n')
setInterval(() => {}, 60_000)

async function write(count: number): Promise<void> {
  const isWritten = await database
    .transaction(async ({ guilds, audit, meta }) => {
      await guilds.touch(GUILD, 'de', count)
      const entry = { guildId: GUILD, at: count, userId: null, action: 'expired' as const, steamId: null }
      await audit.add([{ ...entry, detail: 'x'.repeat(count % 5_000) }])
      await audit.add([{ ...entry, detail: 'y' }])
      await meta.set('guild_count', String(Number((await meta.get('guild_count')) ?? 0) + 1))
    })
    .then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error
        process.stderr.write(`${error.message}\n`)
        return false
      },
    )
  if (isWritten) process.stdout.write(`${count}\n`)
  else await sleep(50)
  return write(isWritten ? count + 1 : count)
}

/** Bans one account after another, as a moderator does. */
async function ban(steamId: bigint): Promise<void> {
  await banAccounts(
    {
      database,
      clock: systemClock,
      bans: { reload: async () => {}, find: () => null },
      policies: { reload: async () => {}, ofGuild: () => undefined },
      banLimits: { maxPerGuild: 50_000, maxTotal: 50_000 },
      watchedFacts: async () => [],
    },
    {
      guildId: GUILD,
      locale: 'de',
      userId: '2',
      accounts: [{ steamId: String(steamId), name: '' }],
      typed: { reason: 'aimbot', note: '', until: '' },
      replaces: false,
      replacesExceptions: false,
    },
  )
  process.stdout.write(`${steamId}\n`)
  return ban(steamId + 1n)
}

if (work === 'write') await write(1)
if (work === 'ban') {
  await database.transaction(async ({ guilds }) => {
    await guilds.touch(GUILD, 'de', 1)
    await guilds.setAlertChannel(GUILD, { channelId: '3', roleId: null, reportsJoins: true })
  })
  await ban(BigInt(process.argv[4] ?? ''))
}
