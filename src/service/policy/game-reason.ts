import type { Policy } from '../../model/policy.ts'
import type { Judgement, Reason } from './judge.ts'
import { POLICY_TEXTS } from './policy-texts.ts'
import { kindOfReason } from './reason-text.ts'

/** What a game server shows of a reason, in UTF-16 units. */
const MAX_GAME_REASON_CHARACTERS = 120

/**
 * Tells a refused player why, in plain text and the language of the policy, and ends with its `appeal`. The account may be the
 * owner of a shared copy, because the game asks about it in the same way. Where not all reasons fit, the last ones are left
 * out whole. The note of an exception is for moderators and is never part of it.
 */
export function gameReason({ reasons }: Pick<Judgement, 'reasons'>, { language, appeal }: Policy): string {
  const texts = POLICY_TEXTS[language].game
  const isOwned = !reasons.some(({ value }) => value === 'not_owned')
  const subjects = isOwned ? texts.subjects : [texts.notOwner]
  const long = reasons.map((reason) => texts.long[kindOfReason(reason)](gameNumber(reason)))
  const short = reasons.map((reason) => texts.short[kindOfReason(reason)])
  const lists = [long, ...short.map((_, left) => short.slice(0, short.length - left)), []]
  const candidates = lists.flatMap((list) => subjects.map((subject) => sentence(subject, list, appeal)))
  return candidates.find(({ length }) => length <= MAX_GAME_REASON_CHARACTERS) ?? candidates.at(-1) ?? appeal
}

function sentence(subject: string, reasons: string[], appeal: string): string {
  const said = reasons.length > 0 ? `${subject}: ${[...new Set(reasons)].join(', ')}.` : `${subject}.`
  return appeal === '' ? said : `${said} ${appeal}`
}

/** Bans are shown as they are counted; of ages and hours only the limit. */
const gameNumber = ({ code, value, limit }: Reason) =>
  Number(code === 'maxVacBans' || code === 'maxGameBans' ? value : limit)
