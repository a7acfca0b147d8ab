import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { createListFileReader, type ListFileReader } from '../bans/formats/list-file-reader.ts'
import type { Clock } from '../lib/clock.ts'
import { messageOf } from '../lib/thrown.ts'
import type { GameServer } from '../model/checklist.ts'
import { createFilePolicy, type FilePolicy } from '../policy/file-policy.ts'
import { parsePolicyFile, PolicyFileError, type FilePolicyContent } from '../policy/parse-policy-file.ts'
import type { Policies } from '../policy/policies.ts'
import { hasRules } from '../policy/judge-rules.ts'
import { openBansFile } from './open-bans-file.ts'
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
