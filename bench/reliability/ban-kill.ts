import { setTimeout as sleep } from 'node:timers/promises'
import { removeOldBans } from '../../src/bans/retention.ts'
import { openDatabase } from '../../src/app/database.ts'
import {
  banList,
  BANS,
  ENGINES,
  fileOf,
  openBanBed,
  openDoor,
  ownerOf,
  previewImport,
  startBot,
  undoImport,
  unixNow,
  untilImported,
  type Engine,
} from '../support/ban-bed.ts'
import { whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const KILLS = 20
/** The last kill is after this share of the time of an import, which varies. */
const UNTIL = 1.1
/** How many accounts of the list a game server asks about after each kill, from the first to the last. */
const ASKED = 101
/** Longer than the remains of an import are kept. */
const LATER_SECONDS = 25 * 3_600

/** Kills the service during imports of 50,000 bans, at moments that are spread over the import. */
export async function measureBanKills(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  for (const engine of ENGINES) rows.push(await killImports(testbed, engine))
  return { rows }
}

async function killImports(testbed: Testbed, engine: Engine): Promise<Row> {
  const settings = { POLICY_TOKEN_PER_MINUTE: '0' }
  const bed = await openBanBed(testbed, engine, 1, settings, { maxBans: BANS * (KILLS + 3) })
  const [guildId = ''] = bed.discord.guildIds
  const database = await openDatabase(bed.databaseUrl)
  const token = await openDoor(database, guildId, {})
  const [owner, list] = [ownerOf(bed), banList(0)]
  const file = fileOf(list)
  let ours = await startBot(bed)
  const importAll = async () => {
    const preview = await previewImport(owner, file)
    const startedAt = performance.now()
    await untilImported(preview.click(1))
    return performance.now() - startedAt
  }
  const findState = async () => {
    const listed = await database.read(({ bans }) => bans.count(guildId, { search: '', state: 'active' }, unixNow()))
    const refused = await countRefused(`${ours.url}/game/${token}`, list)
    if (listed === 0 && refused === 0) return 'none'
    return listed === BANS && refused === ASKED ? 'all' : `${whole(listed)} listed, ${refused} of ${ASKED} refused`
  }

  const takesMs = await importAll()
  await undoImport(owner)
  const states: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const preview = await previewImport(owner, file)
    preview.click(1)
    await sleep((UNTIL * takesMs * (kill + 0.5)) / KILLS)
    await ours.kill()
    ours = await startBot(bed)
    const state = await findState()
    states.push(state)
    if (state === 'all') await undoImport(owner)
  }
  await importAll()
  const last = await findState()
  await ours.stop()
  // As the service does every hour.
  await removeOldBans({ database }, unixNow() + LATER_SECONDS, new AbortController().signal)
  const remains = (await database.read(({ bans }) => bans.countAll())) - BANS
  await database.close()
  const parts = states.filter((state) => state !== 'none' && state !== 'all')
  const count = (state: string) => states.filter((each) => each === state).length
  return {
    what: `an import of ${whole(BANS)} bans is killed ${KILLS} times, ${engine}: bans listed and enforced afterwards`,
    target: 'all or none; the next import adds all; no remains a day later',
    measured: `${count('all')} × all, ${count('none')} × none${parts.map((part) => `, ${part}`).join('')} (it takes ${(takesMs / 1_000).toFixed(1)} s); then ${last}; ${whole(remains)} remains`,
    isMet: parts.length === 0 && last === 'all' && remains === 0,
  }
}

/** How many of some accounts of the list, from the first to the last, a game server refuses. */
async function countRefused(endpoint: string, list: readonly { steamId: string }[]): Promise<number> {
  let refused = 0
  for (let asked = 0; asked < ASKED; asked++) {
    const { steamId = '' } = list[Math.floor((asked * (list.length - 1)) / (ASKED - 1))] ?? {}
    const { status } = await fetch(`${endpoint}/${steamId}`)
    if (status === 200) refused++
    else if (status !== 404) throw new Error(`the service answers ${status} to a game server`)
  }
  return refused
}
