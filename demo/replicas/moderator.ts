import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_PERMISSIONS, PERMISSION, type SimDiscord } from '../../packages/sim-discord/src/index.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import type { Suspect } from './accounts.ts'

const COMMAND_EVERY_MS = 4_000
const COMMAND_WITHIN_MS = 8_000
const FIRST_STEPS_WITHIN_MS = 5_000
const POLL_MS = 100
/** Time between an alert and the next ban. */
const BAN_AFTER_MS = 5_000

/** What a moderator has seen so far. */
export interface ModeratorReport {
  commands: { answered: number; unanswered: number }
  alerts: {
    /** Bans for which an alert came. */
    seen: number
    /** Further messages about the same ban. */
    repeated: number
    /** When the last ban was made, by `performance.now()`; undefined once its alert has come. */
    waitingSince: number | undefined
  }
}

interface ModeratorOptions {
  discord: SimDiscord
  world: World
  /** Accounts that Steam bans one after the other. */
  suspects: Suspect[]
  signal: AbortSignal
}

/** A moderator who uses the bot every few seconds, and watches accounts that Steam bans: the next one when the alert has come. */
export function startModerator({ discord, world, suspects, signal }: ModeratorOptions) {
  const user = discord.user({ name: 'moderator', permissions: DEFAULT_PERMISSIONS | PERMISSION.manageGuild })
  const report: ModeratorReport = {
    commands: { answered: 0, unanswered: 0 },
    alerts: { seen: 0, repeated: 0, waitingSince: undefined },
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal })

  const repeatUntilShown = async (line: string, text: string) => {
    while (!(await typeUntil(line, text, FIRST_STEPS_WITHIN_MS))) await pause(POLL_MS)
  }
  /** False when the answer does not come in time. */
  const typeUntil = async (line: string, text: string, withinMs: number) =>
    user
      .type(line)
      .until(text, withinMs)
      .then(
        () => true,
        () => false,
      )
  const useCommands = async () => {
    for (;;) {
      await pause(COMMAND_EVERY_MS)
      const isAnswered = await typeUntil('/lookup raider', '1 VAC ban', COMMAND_WITHIN_MS)
      report.commands[isAnswered ? 'answered' : 'unanswered'] += 1
    }
  }
  const banAll = async () => {
    for (let turn = 0; ; turn += 1) {
      const suspect = suspects[turn % suspects.length]
      if (!suspect) return
      const alert = new Promise<void>((resolve) => {
        const stop = discord.onPost((message) => {
          if (!message.text().includes(suspect.name)) return
          stop()
          resolve()
        })
      })
      world.ban(suspect.steamId, 'game')
      report.alerts.waitingSince = performance.now()
      await alert
      report.alerts.waitingSince = undefined
      report.alerts.seen += 1
      await pause(BAN_AFTER_MS)
    }
  }
  const run = async () => {
    // The bot deploys its commands after the login.
    while (discord.commands.list().length === 0) await pause(POLL_MS)
    await repeatUntilShown('/watch channel channel:#alerts', 'Alerts go to')
    for (const { steamId } of suspects)
      await repeatUntilShown(`/watch add ${steamId} reason:on the run`, 'on the watch list')
    discord.onPost(() => {
      if (report.alerts.waitingSince === undefined) report.alerts.repeated += 1
    })
    await Promise.all([useCommands(), banAll()])
  }
  run().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return { report: (): ModeratorReport => structuredClone(report) }
}
