import { openDatabase } from '../../src/app/database.ts'
import { BANS, banList, ENGINES, openBanBed, startBot, storeLists, type Engine } from '../support/ban-bed.ts'
import { whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { addToolToken, apply, askAsTool, readFeed, readList, storedList } from '../support/tool-bed.ts'

/** Runs on each engine. */
const RUNS = 10
const WRITERS = 10

/** A tool reads a list of 50,000 bans in pages while others change it, then follows the events from the cursor of the first page. */
export async function measureToolMirror(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  for (const engine of ENGINES) rows.push(await mirrorOn(testbed, engine))
  return { rows }
}

async function mirrorOn(testbed: Testbed, engine: Engine): Promise<Row> {
  const settings = { TOOL_REQUESTS_PER_MINUTE: '0', BANS_MAX_PER_GUILD: String(2 * BANS) }
  const bed = await openBanBed(testbed, engine, 1, settings)
  const [guildId = ''] = bed.discord.guildIds
  await storeLists(bed.databaseUrl, [guildId])
  const database = await openDatabase(bed.databaseUrl)
  const token = await addToolToken(database, guildId)
  const { url, stop } = await startBot(bed)
  const known = banList(0).map(({ steamId }) => steamId)
  const fresh = banList(1).map(({ steamId }) => steamId)
  const counts = { equal: 0, changes: 0, missed: 0, pages: 0 }
  for (let run = 0; run < RUNS; run++) {
    const writers = startWriters(url, token, [known, fresh])
    const { mirror, cursor, pages } = await readList(url, token)
    const changes = await writers.stop()
    const before = new Map(mirror)
    await readFeed(url, token, cursor, (event) => apply(mirror, event))
    const list = await storedList(database, guildId)
    const differing = [...new Set([...list.keys(), ...mirror.keys()])].filter((id) => list.get(id) !== mirror.get(id))
    if (differing.length === 0) counts.equal++
    counts.missed += [...list].filter(([id, ban]) => before.get(id) !== ban).length
    counts.changes += changes
    counts.pages += pages
  }
  await stop()
  await database.close()
  return {
    what: `a list of ${whole(BANS)} in pages of 200 while ${WRITERS} tools change it, then the events from its cursor, ${engine}: runs in which the copy equals the list`,
    target: `${RUNS} of ${RUNS}`,
    measured: `${counts.equal} of ${RUNS} (${whole(counts.pages)} pages, ${whole(counts.changes)} changes meanwhile; without the events ${whole(counts.missed)} entries would have been missing or old)`,
    isMet: counts.equal === RUNS,
  }
}

/** Bans, changes and lifts, ten at a time, until stopped; `stop` resolves to the number of changes. */
function startWriters(url: string, token: string, accounts: readonly (readonly string[])[]) {
  const state = { isOver: false, changes: 0 }
  const write = async (writer: number) => {
    for (let change = 0; !state.isOver; change++) {
      const list = accounts[change % accounts.length] ?? []
      const steamId = list[Math.floor(Math.random() * list.length)] ?? ''
      const isLifted = Math.random() < 0.3
      const body = { reason: `writer ${writer}, change ${change}` }
      const request = isLifted ? { method: 'DELETE' } : { method: 'PUT', body }
      const { status, body: answer } = await askAsTool(url, token, `/api/bans/${steamId}`, request)
      if (![200, 201, 204, 404, 503].includes(status)) throw new Error(`a change: ${status} ${JSON.stringify(answer)}`)
      if (status < 400) state.changes++
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return {
    async stop(): Promise<number> {
      state.isOver = true
      await writing
      return state.changes
    },
  }
}
