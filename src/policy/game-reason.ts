import { verdict } from '../../i18n/compiled/verdict.ts'
import type { OwnBan } from '../model/ban.ts'
import { joinBy } from '../lib/join-by.ts'
import { sentenceCase } from '../lib/sentence-case.ts'
import { fillIn } from '../lib/message.ts'
import type { Language } from '../model/language.ts'
import { countsBans, type Policy } from '../model/policy.ts'
import type { Judgement, Reason } from './judge.ts'
import { kindOfReason, type ReasonKind } from './rule-texts.ts'

/** Maximum length of a reason that a game server shows, in UTF-16 units. */
const MAX_GAME_REASON_CHARACTERS = 120

/**
 * Explains a refusal to the player, in plain text and the language of the policy; ends with its `appeal`. The refused account may be the
 * owner of a shared copy, because the game asks about the owner too. If not all fits, the account is left out, and then the last reasons as a whole. The
 * note of an exception is never included, because it is for moderators.
 */
export function gameReason({ reasons }: Pick<Judgement, 'reasons'>, { language, appeal }: Policy): string {
  const { account, accountOrOwner, bans, short, why, listed, end } = verdict[language].game
  // An account that does not own Rust cannot be the account that shares it.
  const isShared = !reasons.some(({ value }) => value === 'not_owned')
  const subject = isShared ? accountOrOwner : account
  const shortForms = [...new Set(reasons.map((reason) => ({ ...bans, ...short })[kindOfReason(reason)]))]
  const lists = shortForms.map((_, left) => joinBy(listed, shortForms.slice(0, shortForms.length - left)))
  const full = fullSentence(reasons, isShared, language)
  const shorter = lists.flatMap((reasons) => [why({ account: subject, reasons }), sentenceCase(reasons, language)])
  const ending = appeal === '' ? '' : ` ${appeal}`
  const candidates = [full, ...shorter].map((sentence) => end({ sentence }) + ending)
  // The last candidate is one short reason, which fits into the limit together with the longest appeal.
  return candidates.find(({ length }) => length <= MAX_GAME_REASON_CHARACTERS) ?? full
}

/**
 * Explains a refusal by a ban of the community to the player: the account, the reason and the `appeal`. If that is too long, the account
 * is left out, and then the end of the reason.
 * @example
 *   banGameReason({ reason: 'aimbot' }, { language: 'en', appeal: 'discord.gg/x' })
 *   // 'You or the game’s owner: aimbot. discord.gg/x'
 */
export function banGameReason(
  { reason }: Pick<OwnBan, 'reason'>,
  { language, appeal }: Pick<Policy, 'language' | 'appeal'>,
) {
  const { accountOrOwner: account, short, why, end } = verdict[language].game
  const alone = reason === '' ? sentenceCase(short.bannedHere, language) : reason
  const full = why({ account, reasons: reason === '' ? short.bannedHere : reason })
  const ending = appeal === '' ? '' : ` ${appeal}`
  const fitting = [full, alone]
    .map((sentence) => (isEnded(sentence) ? sentence : end({ sentence })))
    .find(({ length }) => length + ending.length <= MAX_GAME_REASON_CHARACTERS)
  return (fitting ?? cut(alone, MAX_GAME_REASON_CHARACTERS - ending.length)) + ending
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The start of a text that has more UTF-16 units than fit, with "…" in place of the rest; no character is split. */
const cut = (text: string, units: number) =>
  `${text.slice(0, graphemes.segment(text).containing(units - 1)?.index).trimEnd()}…`

const isEnded = (sentence: string) => /[.!?…。！？]$/.test(sentence)

/** A sentence about the bans of an account and the other reasons, without full stop. */
function fullSentence(reasons: readonly Reason[], isShared: boolean, language: Language): string {
  const { is, isOrOwner, banned, bannedOrOwner, also, both, predicates } = verdict[language].game
  const { maxVacBans, maxGameBans } = verdict[language].reason
  const bans = { maxVacBans, maxGameBans, ...verdict[language].game.bans }
  const named = reasons.map((reason) => ({ kind: kindOfReason(reason), number: gameNumber(reason) }))
  const isBan = (kind: ReasonKind): kind is keyof typeof bans => kind in bans
  const joinBoth = (parts: readonly string[]) => joinBy(both, [...new Set(parts)])
  const ofBans = joinBoth(
    named.flatMap(({ kind, number }) =>
      isBan(kind) ? [fillIn<{ count: number }>(bans[kind], { count: number })] : [],
    ),
  )
  const others = joinBoth(
    named.flatMap(({ kind, number }) =>
      isBan(kind) ? [] : [fillIn<{ count: number }>(predicates[kind], { count: number })],
    ),
  )
  if (ofBans === '') return (isShared ? isOrOwner : is)({ facts: others })
  const sentence = (isShared ? bannedOrOwner : banned)({ bans: sentenceCase(ofBans, language) })
  return others === '' ? sentence : also({ bans: sentence, facts: others })
}

/** The number that the text about a reason contains: the number of bans, or, for ages and hours, the rule's limit. */
const gameNumber = ({ code, value, limit }: Reason) => Number(countsBans(code) ? value : limit)
