import { fold } from './dates.ts'
import type { Role } from './entry.ts'
import { trimEndWhile } from './find-ids.ts'

// In folded text: lower case, without diacritics. An account is a comma in the texts that are tested.
const LIFTED = [
  /un-?ban(?:n?ed|ning|id|s|user)?(?![a-z])|(?<![a-z])unmute|pardon|remove-?(?:id|ban)(?![a-z])/gu,
  /(?:ban|sperre|bans)\S{0,3} (?:(?:of|on|for|von|fur) )?(?:, ?)?(?:(?:was|is|has been|have been|were|got|wurde|ist) )?(?:lifted|removed|revoked|reversed|deleted|cancell?ed|over|expired|aufgehoben|abgelaufen)/gu,
  /removed from \S{0,10} ?ban|(?:previous|former)ly banned|^\W*(?:revoked|reversed|lifted):|^\W*, (?:ban|sperre) (?:lifted|removed|revoked|reversed|aufgehoben)/gu,
  /(?:ban|baneo|sancion|bloqueo)\S{0,3} (?:levantad|retirad|removid|leve(?![a-z])|retire|usuniet|zdjet|zrusen)/gu,
  /(?:lifted|removed|revoked|deleted|cancell?ed) (?:the |a |their |his |her )?ban|(?:is|was|are)n'?t banned|not banned|no(?:t any)? longer banned/gu,
  /entbann|entsperr|nicht (?:mehr )?(?:gebannt|gesperrt)|odbanov|odbanow|desban|deban|разбан|розбан|бан (?:, ?)?(?:снят|знят)|(?:снят|знят)\S{0,3} бан|ban\S{0,3} kaldir|解封|解禁|解除/gu,
  /delete from|banned ?= ?(?:0|false)/gu,
]
/** After a word such as "unban": a date or a duration, which make it the end of a ban. */
const END_AFTER = /^[\s:：=([]*(?:(?:on|at|in|am|the|date|time|дата|через)[\s:=]+)?\d/
const NOT_BEFORE = /(?:not?|never|don['’]?t|nicht|nie|keine?|не|никогда)\s+(?:be\s+)?$/
const STAFF =
  /(?:owner|moderator|skipqueue)id(?![a-z])|(?:add|remove|set|grant)-?(?:owner|moderator|mod|admin)(?![a-z])|(?:added|removed) (?:owner|moderator|admin|mod)(?![a-z])|^\W*admin\s*=|user-?group\s+(?:add|remove)|(?:grant|revoke) (?:user|group)|auth-?level|permission_?level/
const BANNED =
  /(?<!\p{L})(?:[a-z]{1,3}\.)?(?:perma|kick|server|game|steam|global\.|temp)?-?bans?(?:n?ed|nt|id|ip|n(?:i|is|ie)|ea[dr]o?|ido|iran|owany|lan\p{L}{1,6}|user|list)?(?!\p{L})|gebannt|gesperrt|zabanov|zbanow|bloqueado|exclu(?!ding)|забан|(?<!\p{L})бан(?!\p{L})|заблок|блокир|yasakla|封|禁/u
/** Commands and events of players who are not banned by them. */
const NO_BAN =
  /(?<![a-z])(?:(?:un)?mut(?:e|ed)|gag|kick(?:ed)?|warn(?:ed|ing)?|whitelist|reserved|slay|(?:dis)?connect(?:ed|ing|s)?|joined|left|killed|spectat\S{0,5}|connection|reject(?:ed)?|refused|teleport|giveto?)(?![a-z])|^\W*[a-z]{2,20}\.[a-z]{2,30}(?=[\s,])/
const REASON =
  /cheat|hack|aim-?bot|wall-?hack|(?<![a-z])(?:esp|wh|script|macro|toxic|grief|scam|exploit|glitch|spam|alt|racis|abus|insult|stream.?snip|evad|evasion|raid|teaming|doxx?)|betr[ou]|beleidig|читер|читы?(?!\p{L})|оскорб|грифер|trampa|tricheur|hile(?!\p{L})|oszu[ks]|podvod|外挂|作弊|开挂/u
const ASKING =
  /[?？]|(?<![a-z])(?:please|pls|should|can (?:you|we|some)|could|would|maybe|perhaps|vote|appeal|reported|report(?= )|bitte|vielleicht)(?![a-z])/
/** Questions, and requests to lift a ban that were refused. */
const DOUBTFUL =
  /[?？]|(?<![a-z])(?:please|pls|can you) |un-?ban\S{0,4} (?:request |appeal )?(?:denied|reject|declin|refus)|un-?ban\S{0,4}: no(?![a-z])|(?:entbann|entsperr)\S{0,4} (?:abgelehnt|verweigert)/
/** Words that say that an account is not banned, or should not be. */
const NEGATED =
  /(?<!\p{L})(?:not|never|nicht|nie|neni|ne|n'est|nao|no|не|нет)(?: (?!reason)[^\s,;:]{1,10}){0,2} ?(?:ban(?!\s*reason)|gesperrt|gebannt|бан|забан|zaban|zban)|degil|未封|没有被封|false (?:ban|positive)|wrong(?:ly|ful)|innocent|exempt|trusted|cleared|not (?:a )?cheat/u
/** Words of sentences, which a list of accounts with names and reasons does not have. */
const SENTENCE =
  /(?<!\p{L})(?:i|i'm|we|he|she|they|you|his|her|their|my|our|me|him|them|us|saw|met|talked|spoke|thanks?|hello|hi|guys|about|looks?|seems?|ich|wir|er|sie|mein|hat|habe|danke|hallo|я|мы|он|она|они|мои|спасибо|yo|el|ella|nosotros|je|nous|il|elle|merci|eu|ele|ela|obrigado|ja|on|ona|dzieki|ben|biz)(?!\p{L})/u
const GROUP_OF_STAFF =
  /^(?:the |our |server )?(?:co-?)?(?:owner|admin(?:istrator)?|moderator|mod|staff|helper|developer|vip|team|besitzer|administrador|moderador|administrateur|moderateur|spravce|админ\S{0,12}|модер\S{0,8}|владелец|адмін\S{0,12}|yonetici|yetkili|管理员|管理|版主)s?(?: ?(?:list|steam ?ids?|ids?|team))?$/

/** Lists of accounts that are not banned for being there, and other punishments than bans. */
const OTHER_GROUP =
  /friend|(?<![a-z])alts?(?![a-z])|mute|kick|warn|verwarn|advertencia|avertiss|предупрежд|попередж|ostrze[zż]|upozorn|uyari|警告|report|witness|white|allow|exempt|trust|immun|reserved|suspect|watch|pending|online|(?<![a-z])(?:vips?|ops?)(?![a-z])/
const GROUP_OF_LIFTED =
  /^(?:expired|inactive|lifted|removed|appealed|former|old|past|archived?|abgelaufen\S{0,2}|ehemalig\S{0,2})(?: bans?)?$/

const isLifted = (text: string): boolean => {
  for (const { 0: word, index } of LIFTED.flatMap((words) => [...text.matchAll(words)]))
    if (!END_AFTER.test(text.slice(index + word.length)) && !NOT_BEFORE.test(text.slice(0, index))) return true
  return false
}

/** The role that the words of a line give its accounts, in whose place the text has a comma; undefined if they give none. */
export function roleOfWords(text: string): Role | undefined {
  const plain = fold(text)
  if (STAFF.test(plain)) return 'staff'
  if (DOUBTFUL.test(plain)) return 'unclear'
  if (isLifted(plain)) return 'lifted'
  if (ASKING.test(plain) || NEGATED.test(plain)) return 'unclear'
  if (BANNED.test(plain)) return 'ban'
  if (NO_BAN.test(plain)) return 'unclear'
  if (REASON.test(plain)) return 'ban'
  return SENTENCE.test(plain) ? 'unclear' : undefined
}

/** Whether words say that somebody was banned. */
export const saysBanned = (text: string): boolean => BANNED.test(fold(text))

/** The role that a heading, the name of a group or a kind of entry gives to accounts, such as "Owner" or "Unbanned"; undefined for other texts. */
export function roleOfGroup(text: string): Role | undefined {
  const letters = fold(text)
    .replaceAll(/[_-]/g, ' ')
    .replace(/^[^\p{L}]+/u, '')
  const plain = trimEndWhile(letters, /[^\p{L}]/u)
  if (plain.length > 40) return undefined
  if (GROUP_OF_STAFF.test(plain) || STAFF.test(plain)) return 'staff'
  if (isLifted(plain) || GROUP_OF_LIFTED.test(plain)) return 'lifted'
  if (NEGATED.test(plain)) return 'unclear'
  if (BANNED.test(plain)) return 'ban'
  return OTHER_GROUP.test(plain) ? 'unclear' : undefined
}
