// Looks up accounts, and scans the friends of those that have no ban themselves.
// node check-accounts.mjs raider 76561198000070655
import process from 'node:process'
import { ApiError, createClient } from 'rapsheet-client'

const rapsheet = createClient({
  baseUrl: process.env.RAPSHEET_URL ?? 'http://127.0.0.1:8080',
  userAgent: 'check-accounts/1.0 (me@example.org)',
  apiToken: process.env.RAPSHEET_API_TOKEN,
})

// Ctrl+C ends what is under way.
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
const { signal } = stop

const isBanned = ({ VACBanned, NumberOfGameBans, CommunityBanned }) =>
  VACBanned || NumberOfGameBans > 0 || CommunityBanned

async function scan(steamId) {
  let banned = 0
  let total = 0
  try {
    for await (const event of rapsheet.scanFriends(steamId, { found: true, signal })) {
      if ('progress' in event) total = event.progress.total
      if ('found' in event) banned += event.found.friends.length + event.found.withoutProfile.length
      if ('friends' in event)
        return `of the newest ${total} friends ${banned} are banned and ${event.unavailable} unknown`
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // What was found holds; nothing is known about the other friends.
    return `at least ${banned} friends are banned, the others are unknown (${error.code})`
  }
}

for (const account of process.argv.slice(2)) {
  try {
    const { steamId, bans } = await rapsheet.lookUp(account, { signal })
    console.log(`${account}: ${isBanned(bans) ? 'banned' : `no ban; ${await scan(steamId)}`}`)
  } catch (error) {
    if (signal.aborted) break
    if (!(error instanceof ApiError)) throw error
    // A failure is never "no ban". An account that was deleted can still have its ban record.
    const { withoutProfile } = error.details
    const isKnown = withoutProfile !== undefined && isBanned(withoutProfile.bans)
    console.log(`${account}: ${isKnown ? 'banned, without a profile' : `unknown (${error.code})`}`)
  }
}
