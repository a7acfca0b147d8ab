import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Logger } from 'pino'
import { readBanListInSteps } from '../bans/formats/read-ban-list.ts'
import { finishInSlices } from '../lib/finish-in-slices.ts'
import type { Clock } from '../lib/clock.ts'
import { decodeText } from '../lib/decode-text.ts'
import { messageOf } from '../lib/thrown.ts'
import type { FilePolicySource } from '../policy/file-policy-source.ts'
import { readNamedFile } from './settings/read-named-file.ts'

const LOOK_MS = 10_000
const NAME = 'bansFile in POLICY_FILE'

interface BansFileOptions {
  /** The path of the policy file, from whose folder a relative path of the bans file is taken. */
  policyPath: string
  source: Pick<FilePolicySource, 'bansFile' | 'replaceGameBans'>
  clock: Clock
  log: Logger
}

/**
 * Reads the game's file with bans that a policy file names, if it names one, and looks every ten seconds whether it has changed. A file that
 * is missing, empty or incomplete leaves the previous bans in force, because the game may be writing it; at the start it is an error for the
 * operator.
 */
export async function openBansFile({ policyPath, source, clock, log }: BansFileOptions) {
  const stop = new AbortController()
  /** The state of the file at the last look, so that it is read, or complained about, only once. */
  let seen: string | undefined

  const path = () => {
    const named = source.bansFile()
    return named === undefined ? undefined : resolve(dirname(policyPath), named)
  }
  const read = async (file: string) => {
    const bans = await readBans(await readNamedFile(NAME, file), clock.unixSeconds(), stop.signal)
    source.replaceGameBans(bans.byAccount)
    const facts = { file, bans: bans.byAccount.size, expired: bans.expired }
    if (bans.notUnderstood.length === 0) log.info(facts, 'bans file read')
    else log.warn({ ...facts, lines: bans.notUnderstood }, 'bans file read; some of its lines are no bans of players')
  }
  const look = async () => {
    const file = path()
    if (file === undefined) {
      source.replaceGameBans(new Map())
      seen = undefined
      return
    }
    const state = await stateOf(file)
    if (state === seen) return
    seen = state
    try {
      await read(file)
    } catch (error) {
      if (!stop.signal.aborted)
        log.error({ file, problem: messageOf(error) }, 'the bans file cannot be used; the previous bans stay in force')
    }
  }
  const first = path()
  if (first !== undefined) {
    seen = await stateOf(first)
    await read(first)
  }
  /** Looks run one after another, so that the last content of the file wins. */
  let looking = Promise.resolve()
  const lookInTurn = () => (looking = looking.then(look))
  let cancel = () => {}
  const schedule = () => {
    cancel = clock.setTimer(LOOK_MS, () => {
      void lookInTurn().then(schedule)
    })
  }
  schedule()
  return {
    /** Reads the file again if it has changed, or if the policy file names another one; never rejects. */
    look: lookInTurn,
    close(): void {
      cancel()
      stop.abort(new Error('the service stops'))
    },
  }
}

/** Differs whenever the file was written since; equal for a file that is missing still. */
async function stateOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return [file, mtimeMs, size, ino].join(' ')
  } catch {
    return `${file} missing`
  }
}

/** Maximum number of lines that a warning names. */
const NAMED_LINES = 5

async function readBans(content: Uint8Array, now: number, signal: AbortSignal) {
  const text = decodeText(content)
  if (text === null) throw new Error(`${NAME} names a file that is no text; it accepts the bans.cfg of a game server.`)
  if (text.trim() === '') throw new Error(`${NAME} names an empty file; remove the field if nobody is banned.`)
  // The game ends each line, so a last line without an end was not written completely.
  if (!/[\r\n]\s*$/.test(text))
    throw new Error(`${NAME} names a file whose last line does not end; it may be half-written.`)
  const { format, bans, expired, notUnderstood } = await finishInSlices(readBanListInSteps(text, now), signal)
  const lines = text.trimEnd().split(/\r\n|[\n\r]/).length
  if (notUnderstood.at(-1)?.line === lines)
    throw new Error(`${NAME} names a file whose last line is no whole ban; it may be half-written.`)
  if (format !== 'bans_cfg')
    throw new Error(`${NAME} names a file without lines such as: banid 76561198000000000 "name" "reason" -1`)
  return {
    byAccount: new Map(bans.map(({ steamId, reason, until }) => [steamId, { reason, until }])),
    expired,
    notUnderstood: notUnderstood.slice(0, NAMED_LINES).map(({ line }) => line),
  }
}
