// Keeps a local file equal to the ban list of a community, in both directions, until it is stopped.
// RAPSHEET_TOOL_TOKEN is a token of a tool with the scopes bans:read and bans:write, which nothing else uses: /token create in Discord.
// node mirror-bans.mjs bans.json
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { ApiError, createClient, CursorExpiredError } from 'rapsheet-client'

const LOOK_MS = 1_000
const TYPES = ['ban.added', 'ban.changed', 'ban.removed']
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** What people and programs edit: [{ "steamId", "reason", "note", "until" }]. */
const [file = 'bans.json'] = process.argv.slice(2)
/** The list as both sides last had it, which tells a change here from one of the community, also after a restart. */
const baseFile = `${file}.base`

const rapsheet = createClient({
  baseUrl: process.env.RAPSHEET_URL ?? 'http://127.0.0.1:8080',
  userAgent: 'mirror-bans/1.0 (me@example.org)',
  toolToken: process.env.RAPSHEET_TOOL_TOKEN,
})

// Lists are maps from the account to the terms of its ban; an account without a ban has none.
const termsOf = ({ reason = '', note = '', until = null }) => ({ reason, note, until })
const isSame = (one, other) =>
  one === other ||
  (one && other && one.reason === other.reason && one.note === other.note && one.until === other.until) === true
const set = (bans, steamId, terms) => (terms ? bans.set(steamId, terms) : bans.delete(steamId))
const toMap = (list) => new Map(list.map((ban) => [ban.steamId, termsOf(ban)]))

const readBans = (path) => toMap(JSON.parse(readFileSync(path, 'utf8')))
function writeBans(path, bans) {
  const list = [...bans].map(([steamId, terms]) => ({ steamId, ...terms }))
  // Renamed, so that nobody reads half a file.
  writeFileSync(`${path}.new`, `${JSON.stringify(list, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

const base = existsSync(baseFile) ? readBans(baseFile) : new Map()
/** What the community has. */
const remote = new Map()
/** How many changes of this program to an account have not come back as events. */
const pending = new Map()
/** What the service has refused, by account; it is sent again once it is changed. */
const refused = new Map()
const { name } = await rapsheet.getToken()

/** Runs tasks one after the other: an event is not handled while a change is on its way. */
let last = Promise.resolve()
function inTurn(task) {
  const done = last.then(task)
  last = done.catch(() => {})
  return done
}

function handle({ type, by, object }) {
  const { steamId } = object
  const own = pending.get(steamId) ?? 0
  if (own === 0) set(remote, steamId, type === 'ban.removed' ? undefined : termsOf(object))
  // Events come in the order of the changes. The change of this program was guarded, so what comes before it is older.
  else if (by === `token:${name}`) pending.set(steamId, own - 1)
}

/** The ban of an account with its tag; undefined without a ban. */
async function find(steamId) {
  try {
    return await rapsheet.bans.get(steamId)
  } catch (error) {
    if (error.code !== 'not_banned') throw error
    return undefined
  }
}

/** Sends a local change, unless the community has changed the ban meanwhile. */
async function send(steamId, terms) {
  const found = await find(steamId)
  const current = found && termsOf(found.entry)
  if (!isSame(current, remote.get(steamId)) || isSame(current, terms)) return set(remote, steamId, current)
  const guard = found ? { ifMatch: found.etag } : { ifNoneMatch: '*' }
  try {
    const sent = terms ? await rapsheet.bans.put(steamId, terms, guard) : await rapsheet.bans.delete(steamId, guard)
    // The service may have shortened the texts by spaces. Without a change there is no event.
    if (sent?.etag !== found?.etag) pending.set(steamId, (pending.get(steamId) ?? 0) + 1)
    set(remote, steamId, sent && termsOf(sent.entry))
    console.log(terms ? `${steamId}: banned here (${terms.reason})` : `${steamId}: lifted here`)
  } catch (error) {
    // Somebody was faster: the next look begins from what the community has then.
    if (error.code === 'precondition_failed' || error.code === 'not_banned') return
    if (error.status !== 400 && error.status !== 409) throw error
    refused.set(steamId, terms)
    console.log(`${steamId}: refused (${error.code}), ${error.message}`)
  }
}

/** Brings one account together: a change of the community counts, even if there is one here, too. Returns the terms for the file. */
async function settle(steamId, local) {
  const hasNews = () => !isSame(remote.get(steamId), base.get(steamId))
  const isRefused = refused.has(steamId) && isSame(refused.get(steamId), local)
  if (!hasNews() && !isRefused) await send(steamId, local)
  if (!hasNews()) return local
  const terms = remote.get(steamId)
  if (!isSame(terms, local))
    console.log(terms ? `${steamId}: banned by the community (${terms.reason})` : `${steamId}: lifted by the community`)
  set(base, steamId, terms)
  return terms
}

/** The local file; undefined while it cannot be read, which is no reason to lift bans. */
function readLocal() {
  try {
    return readBans(file)
  } catch (error) {
    console.log(`${file} cannot be read (${error.message})`)
    return undefined
  }
}

/** Brings the file and the list of the community together. */
async function look() {
  // A ban that ends by itself causes no event.
  for (const [steamId, { until }] of remote) if (until !== null && until <= Date.now() / 1_000) remote.delete(steamId)
  const local = readLocal()
  const settled = new Map()
  try {
    for (const steamId of local ? new Set([...local.keys(), ...base.keys(), ...remote.keys()]) : []) {
      const [here, there] = [local.get(steamId), remote.get(steamId)]
      if (isSame(here, there) && isSame(there, base.get(steamId))) continue
      settled.set(steamId, await inTurn(() => settle(steamId, here)))
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.log(`changes wait (${error.code})`)
  }
  if (settled.size === 0) return
  // Read again: what was edited meanwhile stays, and is a local change for the next look.
  const edited = readLocal() ?? local
  const changed = [...settled].filter(
    ([id, terms]) => isSame(edited.get(id), local.get(id)) && !isSame(edited.get(id), terms),
  )
  for (const [steamId, terms] of changed) set(edited, steamId, terms)
  if (changed.length > 0) writeBans(file, edited)
  writeBans(baseFile, base)
}

/** Reads the whole list, and then follows its changes without an end. */
async function mirror() {
  const { entries, eventsCursor } = await rapsheet.bans.readAll({ limit: 200 })
  await inTurn(() => {
    remote.clear()
    pending.clear()
    // The newest entry counts, should an account have been listed twice.
    for (const [steamId, terms] of toMap(entries.toReversed())) remote.set(steamId, terms)
  })
  if (!existsSync(file)) writeBans(file, base)
  await look()
  console.log(`${file} follows ${remote.size} bans`)
  const stop = new AbortController()
  const looks = async () => {
    for (; !stop.signal.aborted; await sleep(LOOK_MS)) await look()
  }
  const looking = looks()
  try {
    const events = rapsheet.events.follow({ after: eventsCursor, types: TYPES, signal: stop.signal })
    for await (const event of events) await inTurn(() => handle(event))
  } finally {
    stop.abort()
    await looking
  }
}

for (;;) {
  try {
    await mirror()
  } catch (error) {
    if (!(error instanceof CursorExpiredError)) throw error
    console.log('events may be missing: the list is read again')
  }
}
