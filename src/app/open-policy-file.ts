import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Logger } from 'pino'
import { chosenBans } from '../bans/formats/chosen-bans.ts'
import { createListFileReader, type ListFileReader } from '../bans/formats/list-file-reader.ts'
import { readBanList } from '../bans/formats/read-ban-list.ts'
import type { ListReading } from '../bans/formats/read-list-file.ts'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import { messageOf } from '../lib/thrown.ts'
import type { GameServer } from '../model/checklist.ts'
import { createFilePolicy, type FilePolicy } from '../policy/file-policy.ts'
import { parsePolicyFile, PolicyFileError, type FilePolicyContent } from '../policy/parse-policy-file.ts'
import type { Policies } from '../policy/policies.ts'
import { hasRules } from '../policy/judge-rules.ts'
import { decodeText } from '../text/decode-text.ts'
import { readNamedFile } from './settings/read-named-file.ts'

export interface PolicyFilePart {
  source: FilePolicy
  /** The game server with the token of the file. */
  server: () => GameServer
  /** The first 16 hexadecimal digits of the SHA-256 of the file at the start, which do not reveal its token. */
  digest: string
  /** Reads the file again; keeps the policy if the file cannot be used, and logs why. Never rejects. */
  reload: () => Promise<void>
  /** Ends looking for changes of the file with bans that the policy file names. */
  close: () => void
}

/** Opens the policy of `POLICY_FILE`; rejects with an error for the operator. `onSecret` is called with a token that is in clear text. */
export async function openPolicyFile(
  path: string,
  policies: Policies,
  clock: Clock,
  log: Logger,
  onSecret: (secret: string) => void,
  readList: ListFileReader['read'] = createListFileReader().read,
): Promise<PolicyFilePart> {
  const read = async (): Promise<{ file: FilePolicyContent; text: string }> => {
    const text = decodeText(await readNamedFile('POLICY_FILE', path))?.text ?? ''
    const file = parsePolicyFile(text)
    if (file.token !== undefined) onSecret(file.token)
    return { file, text }
  }
  const first = await read().catch((error: unknown) => refuse(path, error))
  const source = createFilePolicy(policies, first.file, clock)
  const server = () => ({
    name: source.policy().name,
    guildId: null,
    guildName: null,
    lastAskedAt: source.lastUsedAt(),
    hasRules: hasRules(source.policy().rules),
    hasBans: source.hasBans(clock.unixSeconds()),
  })
  const warn = async () => {
    const { hasRules, hasBans } = server()
    if (!hasRules && !hasBans)
      log.warn({ file: path }, 'the policy in POLICY_FILE has no rule and no ban, so it refuses no player: add some')
    if (await isTokenOpen(path, source.token()))
      log.warn({ file: path }, 'every user of this machine can read the token in POLICY_FILE: chmod 600 the file')
  }
  const describe = () => {
    const { name, version, mode } = source.policy()
    return { policy: name, version, mode }
  }
  log.info({ file: path, ...describe() }, 'policy file read')
  const locale = () => source.policy().language
  const bansFile = await openBansFile({ policyPath: path, source, locale, clock, log, readList })
  await warn()
  const reloadNow = async () => {
    try {
      const hasChanged = source.replace((await read()).file)
      log.info({ file: path, ...describe(), hasChanged }, 'policy file read again')
      await bansFile.reload()
      await warn()
    } catch (error) {
      const facts = { file: path, ...describe(), problem: messageOf(error) }
      log.error(facts, 'the policy file cannot be used; the previous policy stays in force')
    }
  }
  // Reads run one after another, so that the last content of the file wins.
  let reloading = Promise.resolve()
  const digest = createHash('sha256').update(first.text).digest('hex').slice(0, 16)
  return { source, server, digest, reload: () => (reloading = reloading.then(reloadNow)), close: bansFile.close }
}

/** Whether users other than the owner and the group of the file can read its clear-text token. */
async function isTokenOpen(path: string, token: string | undefined): Promise<boolean> {
  // Windows reports the same mode for all files.
  if (token === undefined || process.platform === 'win32') return false
  return ((await stat(path)).mode & constants.S_IROTH) !== 0
}

function refuse(path: string, error: unknown): never {
  if (!(error instanceof PolicyFileError)) throw error
  throw new Error(`The file of POLICY_FILE, ${path}, cannot be used:\n${error.message.replaceAll(/^/gm, '  ')}`, {
    cause: error,
  })
}

const LOOK_MS = 10_000
/** A file that has changed is read when it has not changed again for this time, because it may still be written. */
const SETTLE_MS = 1_000
const NAME = 'bansFile in POLICY_FILE'

interface BansFileOptions {
  /** The path of the policy file, from whose folder a relative path of the bans file is taken. */
  policyPath: string
  source: Pick<FilePolicy, 'bansFile' | 'replaceGameBans'>
  /** The locale of the people who write the file. */
  locale: () => string
  clock: Clock
  log: Logger
  readFile?: typeof readNamedFile
  /** Reads a large file in a thread of its own. */
  readList: ListFileReader['read']
}

/**
 * Reads the game's file with bans that a policy file names, if it names one, and looks every ten seconds whether it has changed. A file that
 * is missing, empty or incomplete leaves the previous bans in force, because the game may be writing it; at the start it is an error for the
 * operator.
 */
export async function openBansFile({ policyPath, source, locale, clock, log, readList, ...options }: BansFileOptions) {
  const { readFile = readNamedFile } = options
  const stop = new AbortController()
  /** The state of the file at the last look. */
  let seen: string | undefined
  /** The state of the file whose content was last read, so that unchanged content is neither read nor logged again. */
  let readState: string | undefined
  /** The problem that was logged last; a file that cannot be read is tried again at each look. */
  let loggedProblem: string | undefined

  const path = () => {
    const named = source.bansFile()
    return named === undefined ? undefined : resolve(dirname(policyPath), named)
  }
  const read = async () => {
    const file = path()
    if (file === undefined) {
      source.replaceGameBans(new Map())
      readState = undefined
      return
    }
    const { key, writtenAt } = await stateOf(file)
    const content = await readFile(NAME, file)
    readState = key
    const now = clock.unixSeconds()
    checkEnd(content, now)
    // Durations count from the time at which the file was written; otherwise they would begin anew with each reading, and never end.
    const listFile = { bytes: content, now, writtenAt: Math.min(now, writtenAt), locale: locale() }
    const list = await readList(listFile, stop.signal)
    const bans = toGameBans(list)
    source.replaceGameBans(bans.byAccount)
    loggedProblem = undefined
    const { lifted, staff, expired } = bans
    const facts = { file, bans: bans.byAccount.size, expired, lifted, staff }
    if (bans.notUnderstood.length === 0) log.info(facts, 'bans file read')
    else log.warn({ ...facts, lines: bans.notUnderstood }, 'bans file read; some of its lines are no bans of players')
  }
  /** Reads the file; `isAsked` means that the operator has asked for it, and wants to know a problem that was logged already. */
  const tryToRead = async (isAsked: boolean) => {
    try {
      await read()
    } catch (error) {
      const problem = messageOf(error)
      if (stop.signal.aborted || (problem === loggedProblem && !isAsked)) return
      loggedProblem = problem
      log.error({ file: path(), problem }, 'the bans file cannot be used; the previous bans stay in force')
    }
  }
  if (path() !== undefined) await read()
  /** Reads run one after another, so that the last content of the file wins. */
  let reading = Promise.resolve()
  const readInTurn = (isAsked: boolean) => (reading = reading.then(() => tryToRead(isAsked)))
  const look = async () => {
    const file = path()
    if (file === undefined) return LOOK_MS
    const { key } = await stateOf(file)
    const isSettled = key === seen
    seen = key
    if (key === readState) return LOOK_MS
    if (!isSettled) return SETTLE_MS
    await readInTurn(false)
    return LOOK_MS
  }
  void repeat(look, {
    clock,
    signal: stop.signal,
    onError: (error) => log.error(error),
  })
  return {
    /** Reads the file that the policy file names now, changed or not; never rejects. */
    reload: () => readInTurn(true),
    close: () => stop.abort(new Error('the service stops')),
  }
}

/** The state of a file: `key` differs whenever the file was written, and `writtenAt` is in Unix seconds. */
async function stateOf(file: string) {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return { key: [file, mtimeMs, size, ino].join(' '), writtenAt: Math.floor(mtimeMs / 1000) }
  } catch {
    return { key: `${file} missing`, writtenAt: Infinity }
  }
}

/** More than a line that the game writes. */
const MAX_LINE_CHARACTERS = 10_000
/** Maximum number of lines that a warning names. */
const NAMED_LINES = 5

/** Throws for a file that is no text, is empty, or was not written completely. */
function checkEnd(content: Uint8Array, now: number): void {
  const text = decodeText(content)?.text
  if (text === undefined)
    throw new Error(`${NAME} names a file that is no text; it accepts the bans.cfg of a game server.`)
  if (text.trim() === '') throw new Error(`${NAME} names an empty file; remove the field if nobody is banned.`)
  const lines = text.trimEnd()
  // The game ends each line, so a last line without an end was not written completely.
  if (!/[\r\n]/.test(text.slice(lines.length)))
    throw new Error(`${NAME} names a file whose last line does not end; it may be half-written.`)
  const lastLine = lines.slice(Math.max(lines.lastIndexOf('\n'), lines.lastIndexOf('\r')) + 1)
  const { notUnderstoodCount, unclear } = readBanList(lastLine.slice(0, MAX_LINE_CHARACTERS), now)
  if (notUnderstoodCount + unclear.length > 0)
    throw new Error(`${NAME} names a file whose last line is no whole ban; it may be half-written.`)
}

function toGameBans(list: ListReading) {
  if (typeof list === 'string' || list.format !== 'bans_cfg')
    throw new Error(`${NAME} names a file without lines such as: banid 76561198000000000 "name" "reason" -1`)
  const { unclear, expired, lifted, staff, notUnderstood } = list
  // The game takes an end that it cannot read for good.
  const bans = chosenBans(list, { unreadEnds: true, unclear: false })
  return {
    byAccount: new Map(bans.map(({ steamId, reason, until }) => [steamId, { reason, until }])),
    expired,
    lifted,
    staff,
    notUnderstood: [...notUnderstood, ...unclear].slice(0, NAMED_LINES).map(({ line }) => line),
  }
}
