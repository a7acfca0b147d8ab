import type { BanText } from '../model/ban.ts'
import { fold, unitWords } from './dates.ts'
import { isLikeEnd, type NumberUnit, readEnd } from './ends.ts'

/** Names of times that may be those of the ban or of its end. */
const MAYBE_END = `date datetime time timestamp bantime datum zeit zeitpunkt fecha hora data heure czas kiedy дата время час коли tarih zaman 日期 时间 封禁时间`

/** Names of columns and members in all languages; the most reliable one of each field first. */
const NAMES = {
  steamId: `steamid steamid64 steam64id steam64 steam id64 playersteamid targetsteamid bannedsteamid authid playerid targetid accountid userid uid
    identifier iddesteam idsteam identifiantsteam steamprofile steamurl profileurl profile account konto účet cuenta compte conta hesap аккаунт акаунт стимид стим 账号 账户 id`,
  name: `name username playername displayname personaname lastknownname targetname nickname nick player target spieler spielername jméno přezdívka hráč
    nombre apodo jugador nom pseudo joueur nazwa gracz nome jogador имя ник никнейм игрок имяигрока ім'я нік гравець isim oyuncu oyuncuadı
    名字 名称 昵称 玩家 玩家名 玩家名称`,
  reason: `reason banreason grund bangrund sperrgrund důvod razón motivo motivodelban raison motif powód razão причина причинабана причинабану sebep
    neden gerekçe bansebebi 原因 封禁原因 理由`,
  note: `note notes notiz notizen hinweis comment comments bemerkung anmerkung kommentar poznámka komentář nota notas comentario comentarios
    commentaire remarque uwaga uwagi notatka komentarz comentário observação заметка комментарий примечание нотатка коментар примітка not notlar
    yorum açıklama 备注 注释 说明 评论`,
  end: `until banneduntil banuntil expires expiresat expireson expiry expirydate expirytime expiration expirationdate expirationtime expire expiredate
    banexpires banexpiry banexpiration unbandate unbantime unbanat unban end ends endsat enddate endtime banend banenddate bis gebanntbis gesperrtbis
    gültigbis ablauf ablaufdatum läuftab ende enddatum konec konecbanu vyprší platído platnostdo hasta fin fechafin fechadefin findelban expira expirael expiraem expirele caduca
    vence venceel vencimiento fechadeexpiración jusquau finduban datedefin datefin dateexpiration wygasa datawygaśnięcia koniec datakońca datazakończenia do até
    fim datafim datadeexpiração validade término истекает истечение окончание датаокончания конец конецбана до забанендо разбан датаразбана закінчується
    закінчення датазакінчення кінець кінецьбану bitiş bitiştarihi bantarihibitiş sonaerme 到期 到期时间 到期日 到期日期 截止 截止时间 截止日期 结束 结束时间
    结束日期 解封 解封时间 解封日期 过期 过期时间 有效期 有效期至 失效时间`,
  duration: `duration banduration length banlength period dauer länge bandauer sperrdauer délka délkabanu trvání duración duracióndelban durée duréeduban
    czastrwania długość duração tempodeban срок срокбана длительность продолжительность тривалість термін термінбану süre bansüresi 时长 封禁时长 期限`,
  start: `bannedat banneddate bannedon bandate banstart start starttime startdate createdat created createdon creationdate addedat added issuedat issued
    gebanntam gesperrtam eingetragenam erstellt erstelltam beginn začátek vytvořeno datumbanu fechabaneo fechadebaneo inicio fechainicio creado début datedebut datedeban
    créé datautworzenia utworzono databana datazbanowania início datainicio criado criadoem начало датабана забанен создан початок датабану створено başlangıç
    bantarihi oluşturulma 封禁日期 创建时间 开始时间 开始日期 ${MAYBE_END}`,
  author: `bannedby bannedbyname bannedbyid admin adminname adminsteamid adminid moderator mod staff author issuedby issuer addedby createdby by operator
    executor gebanntvon gesperrtvon eingetragenvon von zabanoval správce baneadopor administrador moderador autor bannipar administrateur modérateur auteur par
    zbanowałprzez zbanowanyprzez przez administrator banidopor por забанил забанен кем админ администратор модератор автор забанив ким адмін адміністратор
    banlayan yasaklayan yetkili moderatör 管理员 封禁者 操作者 操作人 执行者`,
  status: `status state active isactive enabled banned isbanned inforce unbanned isunbanned unbannedat unbannedon unbannedby lifted islifted liftedat
    liftedby removed isremoved removedat removedon removedby removetype revoked isrevoked revokedat revokedby pardoned deleted isdeleted deletedat expired
    isexpired inactive stav aktivní zustand aktiv aufgehoben entbannt estado activo levantado etat statut actif levé aktywny zdjęty stan situação ativo
    removido статус активен активный снят разбанен стан активний знято розбанений durum aktif kaldırıldı 状态 有效 已解封 已解除`,
} satisfies Record<BanText, string> & Record<string, string>
export type Field = keyof typeof NAMES
const MAYBE_END_KEYS = new Set(MAYBE_END.split(' ').map(toKey))
const FIELDS = Object.entries(NAMES).map(([field, names]) => [field as Field, names.split(/\s+/).map(toKey)] as const)

/** The place of each field that was found among the titles of columns or the names of members. */
export type Places = Partial<Record<Field, number>>

/** The letters and digits of a name, so that all ways of writing it are equal. */
function toKey(title: string): string {
  return fold(title).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The words of a name, such as `ban_end` or `banEnd`. */
const wordsOf = (title: string): string[] =>
  fold(title.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')).match(/\p{L}+|\d+/gu) ?? []

/** The seconds of the unit that a name says, such as "Duration (days)" or `banMinutes`; undefined without one. */
function unitOf(title: string): number | undefined {
  const words = wordsOf(title)
  if (words.some((word) => word === 'ms' || word.startsWith('milli'))) return 0.001
  return words.map((word) => unitWords().get(word)).find((seconds) => seconds !== undefined)
}

const YEAR_SECONDS = 31_536_000

/** The key of a name, without the unit of its numbers; a name that is a unit is one of a duration, but hours are usually hours of play. */
function keyWithoutUnit(title: string): string {
  const unit = unitOf(title)
  const words = wordsOf(title).filter((word) => !unitWords().has(word) && !/^(?:in|ms|milli.*)$/.test(word))
  return unit !== undefined && unit !== 3_600 && unit < YEAR_SECONDS && /^(?:ban)?$/.test(words.join(''))
    ? 'duration'
    : words.join('')
}

/** Finds the fields of a ban among titles of columns or names of members; the most reliable name of each field wins. */
export function placesOf(titles: readonly string[]): Places {
  const known = titles.map(toKey)
  const durations = titles.map(keyWithoutUnit)
  const places: Places = {}
  for (const [field, names] of FIELDS) {
    const keys = field === 'duration' ? durations : known
    const name = names.find((name) => keys.includes(name))
    if (name !== undefined) places[field] = keys.indexOf(name)
  }
  return places
}

const fieldOf = (title: string): Field | undefined => Object.keys(placesOf([title]))[0] as Field | undefined

const END_PART =
  /until|(?:ban|banned|valid)till|expir|unban(?!n?ed)|ablauf|abgelaufen|caduc|vencim|vypr[sš]|wygas|zakoncz|исте[кч]|оконч|разбан|закінч|розбан|bitis|entsperr|entbann|(?:bann|sperr)ende|endet|lauftab|vence|termina$|finaliza|разблок|розблок|термін|validto|到期|解封|截止|过期|失效|结束|期限|有效期|perma|duration|^ttl$|dauer|laufzeit|remaining|timeleft|verbleib|restant|осталось|залиш|kalan|剩余|срок|时长|length|^(?:is)?temporary$|^(?:ban)?end(?:s|ed|ing)?(?:at|on|date|time|datetime|timestamp)?$/
const END_WORDS = new Set(
  'end ends ending ended till bis ende fin fim konec koniec konca konce do hasta ate exp left lift release temp до конец кінець son term'.split(
    ' ',
  ),
)
/** Parts of names of other things, such as the duration of a session. */
const NO_END_PART =
  /reason|grund|mute|voice|chat|gag|point|by$|admin|moderator|name|причин|原因|note|count|number|friend|^(?:play|spielzeit|hours|rust|age$|ping$|connected|session|rank|level|score)|hours$|playtime|在线|游戏时间/
const START_PART =
  /since|seit|creat|joined|seen|login|updated|checked|began|added|start|issued|erstellt|desde|depuis|создан|створен|creado|criado|utworz|vytvor|registered|appeal|^(?:date|time|day)(?:of)?(?:the)?ban|^bannile$/

/** Whether a name may be that of an end, although it is not known: it says "until", "expires" or "end" in a language, and is no other field. */
export function mayBeEnd(title: string): boolean {
  const key = toKey(title)
  if (NO_END_PART.test(key) || START_PART.test(key)) return false
  const field = fieldOf(title)
  if (field !== undefined) return field === 'end' || field === 'duration'
  return END_PART.test(key) || wordsOf(title).some((word) => END_WORDS.has(word))
}

const MAX_SAMPLES = 1_000

/** Cells that are not empty, from all parts of a long column. */
function samplesOf(values: readonly string[]): string[] {
  const filled = values.filter((value) => value.trim() !== '')
  const step = Math.ceil(filled.length / MAX_SAMPLES)
  return filled.filter((_, index) => index % step === 0)
}

/** Whether most cells of a column that are not empty are dates, durations, times in numbers or words for "for good". */
export function looksLikeEnds(values: readonly string[]): boolean {
  const cells = samplesOf(values)
  return cells.filter((value) => isLikeEnd(value, 0)).length * 2 > cells.length
}

type Kind = 'for good' | 'duration' | 'future' | 'past'

/** What an end says in either order of day and month; undefined if it cannot be read. */
function kindOf(value: string, now: number): Kind | undefined {
  const kinds = (['day first', 'month first'] as const).map((order): Kind | undefined => {
    const [end, later] = [now, now + 1].map((now) => readEnd(value, now, order))
    if (end === undefined || later === undefined || 'unread' in end || 'unread' in later) return undefined
    if (end.until === null) return 'for good'
    return end.until !== later.until ? 'duration' : end.until > now ? 'future' : 'past'
  })
  return kinds.find((kind) => kind === 'future') ?? kinds.find((kind) => kind !== undefined)
}

/** Whether a cell can be the time of a ban: not a time in the future, a duration or a small number, which may be one of minutes. */
const isStart =
  (now: number) =>
  (value: string): boolean => {
    const kind = kindOf(value, now)
    return kind !== 'future' && kind !== 'duration' && !/^\s*[1-9]\d{0,8}(?:[.,]\d{1,20})?\s*$/.test(value)
  }

/**
 * What a column holds, by its title first and its values second; null for a table without a header. `maybe end` for a column that may be of ends
 * and cannot be taken for one: without another column of ends, its filled cells are ends that are not read.
 */
export function classifyColumn(
  title: string | null,
  values: readonly string[],
  now: number,
): Field | 'maybe end' | 'other' {
  const key = toKey(title ?? '')
  const field = title === null ? undefined : fieldOf(title)
  const hasFuture = () => values.some((value) => kindOf(value, now) === 'future')
  if (field === 'start') return MAYBE_END_KEYS.has(key) && !values.every(isStart(now)) ? 'maybe end' : 'start'
  // Such as `unbannedAt` for a ban that is going to be lifted.
  if (field === 'status') return LIFTED.test(key) && looksLikeEnds(values) && hasFuture() ? 'end' : 'status'
  if (field !== undefined) return field
  if (START_PART.test(key)) return 'start'
  if (title !== null && mayBeEnd(title)) return classifyEnds(title, values)
  return NO_END_PART.test(key) ? 'other' : classifyByValues(values, now, title === null)
}

/** A column whose name may be that of an end. One that only says "yes" to a question such as `permanent` is for good without it. */
function classifyEnds(title: string, values: readonly string[]): 'end' | 'duration' | 'maybe end' | 'other' {
  if (unitOf(title) !== undefined) return 'duration'
  if (looksLikeEnds(values)) return 'end'
  if (/temp/.test(toKey(title))) return 'maybe end'
  return samplesOf(values).every((value) => YES.has(fold(value.trim()))) ? 'other' : 'maybe end'
}

/** A column whose name is not known, whose durations may be of something else if it has a name. */
function classifyByValues(values: readonly string[], now: number, isNameless: boolean): 'end' | 'maybe end' | 'other' {
  if (!looksLikeEnds(values)) return 'other'
  const kinds = new Set(samplesOf(values).map((value) => kindOf(value, now)))
  const isEnd = kinds.has('future') || (isNameless && kinds.has('duration')) || [...kinds].join('') === 'for good'
  return isEnd ? 'end' : 'maybe end'
}

/**
 * What a bare number of a column of ends or durations is, for `readEnd`: by its title, such as "Duration (days)", else `serial date` if all numbers
 * are dates as spreadsheets store them; undefined if neither says it, so that such a number is not read.
 */
export function findNumberUnit(title: string | null, values: readonly string[]): NumberUnit | undefined {
  const unit = title === null ? undefined : unitOf(title)
  if (unit !== undefined || (title !== null && fieldOf(title) === 'duration')) return unit
  const numbers = values.map((value) => value.trim()).filter((value) => /^\d/.test(value) && value !== '0')
  const isSerial = numbers.every((value) => /^(?:3[6-9]|[4-6]\d|7[0-2])\d{3}(?:[.,]\d{1,20})?$/.test(value))
  const isSure = new Set(numbers).size > 2 || numbers.some((value) => /[.,]\d/.test(value))
  return isSerial && isSure ? 'serial date' : undefined
}

const YES = new Set('yes true 1 y x ja ano si sí oui tak sim да так evet 是'.split(' ').map(fold))
const NO = new Set('no false 0 n none null nein ne non nie nao нет ні hayir 否 never - –'.split(' ').map(fold))
const LIFTED =
  /unban|lift|remov|revok|pardon|delet|expired|inactiv|inaktiv|aufgehoben|abgelaufen|entbann|entsperr|zrusen|vyprsel|odbanov|levantad|desban|caducad|expirad|leve|zdjet|odbanow|wygas|снят|разбан|истек|неактив|знят|розбан|kaldir|已解封|解除|过期|失效/
const ACTIVE =
  /^(?:is)?(?:active|activ[oe]|actif|ativo|aktiv|aktiv\p{L}{1,2}|aktywny|aktif|banned|enabled|inforce|in force|gesperrt|gebannt|актив\p{L}{2,4}|забанен|有效|生效中?|封禁中?|active ban|current|banido|baneado|banni|zbanowany)$/u

/** Whether a ban is in force, by a column of its status or of its lifting, such as `active`, `status` or `removedBy`. */
export function readStatus(value: unknown, title: string): 'active' | 'lifted' | 'unknown' {
  const plain = typeof value === 'object' ? value && 'object' : (value as string | number | boolean | undefined)
  const text = fold(`${plain ?? ''}`.trim())
  const key = toKey(title)
  if (LIFTED.test(key)) return text === '' || NO.has(text) ? 'active' : 'lifted'
  const isFlag = ACTIVE.test(key)
  if (isFlag && (YES.has(text) || NO.has(text))) return YES.has(text) ? 'active' : 'lifted'
  if (LIFTED.test(text)) return 'lifted'
  return ACTIVE.test(text) ? 'active' : 'unknown'
}
