import { describe, expect, test } from 'vitest'
import {
  classifyColumn,
  type Field,
  findNumberUnit,
  looksLikeEnds,
  mayBeEnd,
  placesOf,
  readStatus,
} from '../../src/text/field-names.ts'

const NOW = 1_790_000_000
const DAY = 86_400

describe('names of columns and members', () => {
  test.each<[Field, string]>([
    ['steamId', 'steamid SteamID64 steam_id64 player_id authid profileUrl id_de_steam id účet'],
    ['name', 'name playerName player_name username jméno nombre jogador ник имя_игрока нік oyuncu 玩家名'],
    ['duration', 'duration ban_length Dauer délka duración durée czas_trwania Срок тривалість süre 时长'],
    ['duration', 'durationMinutes banMinutes minutes lengthInSeconds duration(days) Dauer_in_Tagen срок_(дней)'],
  ])('%s: %s', (field, titles) => {
    for (const title of titles.split(' ')) {
      expect([title, placesOf(['x', title.replaceAll('_', ' ')])]).toEqual([title, { [field]: 1 }])
      expect([title, placesOf([title])]).toEqual([title, { [field]: 0 }])
    }
  })

  test('the most reliable name of a field wins', () => {
    expect(placesOf(['id', 'steamid', 'expires', 'until', 'date', 'created_at'])).toEqual({
      steamId: 1,
      end: 3,
      start: 5,
    })
  })

  test.each(['group', 'hours', 'days since last ban'])('%j is no field', (title) => {
    expect(placesOf([title])).toEqual({})
    expect(mayBeEnd(title)).toBe(false)
  })

  test.each([
    ['scheduled_unban', 'tempBanExpiry', 'ban_expires_on_utc', 'ban_end', 'End of ban', 'valid till', 'time_remaining'],
    ['fim do banimento', 'Когда истекает', 'бан до', 'кінець блокування', 'ban bitiş zamanı', '封禁到期', 'permanent'],
    ['Entsperrung', 'Bannende', 'Endet am', 'days_left', 'liftAt', 'Дата разблокировки', 'Vence el', 'valid to', 'exp'],
    ['until', 'duration'],
  ])('an unknown name may be that of an end', (...titles) => {
    for (const title of titles) expect([title, mayBeEnd(title)]).toEqual([title, true])
  })

  test.each([
    ['friend', 'friends', 'calendar', 'comprehend', 'sender', 'legend', 'endpoint', 'unban_reason', 'unbannedBy'],
    ['bannedAt', 'created_at', 'startDate', 'reason', 'session_length', 'name_length', 'playDuration', 'still'],
  ])('another name is not that of an end', (...titles) => {
    for (const title of titles) expect([title, mayBeEnd(title)]).toEqual([title, false])
  })
})

const FUTURE = ['2035-11-20', '', '20.11.2035 9:09', 'never']
const PAST = ['2024-01-08', '2024-01-09', '']
const PLAIN = ['aimbot', 'racism', '76561198007433923', '']

test.each([
  [FUTURE, true],
  [PAST, true],
  [['7 days', '1d12h', 'P7D', 'x'], true],
  [['1704715200', '1704715200000', '1704715200.123'], true],
  [['01/08/2024', '01/09/2024'], true],
  [['permanent', 'temporary', 'permanent'], true],
  [['never', '2035-11-20', 'nunca', 'x'], true],
  [PLAIN, false],
  [['0', '0', '-1'], false],
  [['no', 'no', '-'], false],
  [['', ''], false],
])('whether the cells %j look like ends: %j', (values, expected) => {
  expect(looksLikeEnds(values)).toBe(expected)
})

test.each<[string | null, string[], string]>([
  ['until', PLAIN, 'end'],
  ['Dauer', ['7'], 'duration'],
  ['bannedAt', FUTURE, 'start'],
  ['date', PAST, 'start'],
  ['date', FUTURE, 'maybe end'],
  ['Дата', ['01/12/2026'], 'maybe end'],
  ['time', ['7 days', '30 days', 'permanent'], 'maybe end'],
  ['bantime', ['0', '1440'], 'maybe end'],
  ['time', ['12:30', '1704715200', ''], 'start'],
  ['last seen', PAST, 'start'],
  ['Date of ban', PAST, 'start'],
  ['remaining_minutes', ['1440'], 'duration'],
  ['unbannedAt', PAST, 'status'],
  ['unbannedAt', FUTURE, 'end'],
  ['scheduled unban', PAST, 'end'],
  ['scheduled unban', PLAIN, 'maybe end'],
  ['scheduled unban', ['', ''], 'other'],
  ['permanent', ['true', 'TRUE'], 'other'],
  ['permanent', ['true', 'false'], 'maybe end'],
  ['x', FUTURE, 'end'],
  ['x', PAST, 'maybe end'],
  ['x', ['permanent', 'permanent'], 'end'],
  ['x', ['7d', '30d'], 'maybe end'],
  ['x', PLAIN, 'other'],
  ['playtime', ['7d', '30d'], 'other'],
  [null, FUTURE, 'end'],
  [null, PAST, 'maybe end'],
  [null, ['01/08/2024', '02/08/2024'], 'maybe end'],
  [null, ['7d', '30d', 'perm'], 'end'],
  [null, ['2035-11-20', 'never'], 'end'],
  [null, PLAIN, 'other'],
])('a column called %j with %j holds: %s', (title, values, expected) => {
  expect(classifyColumn(title, values, NOW)).toBe(expected)
})

test.each<[string | null, string[], number | string | undefined]>([
  ['Duration (days)', ['7'], DAY],
  ['banMinutes', ['7'], 60],
  ['Dauer in Stunden', ['7'], 3_600],
  ['Срок (дней)', ['7'], DAY],
  ['durationMs', ['7'], 0.001],
  ['duration', ['7', '45299.5'], undefined],
  ['Länge (m)', ['7'], undefined],
  ['until', ['45299.5', 'never', '0'], 'serial date'],
  [null, ['45299', '45300', '45301'], 'serial date'],
  ['until', ['43200', '43200'], undefined],
])('a bare number in the column %j with %j is: %j', (title, values, expected) => {
  expect(findNumberUnit(title, values)).toBe(expected)
})

test.each([
  ['active', ['active', 'yes', 1, true, 'ja', '是'], 'active'],
  ['active', ['no', 0, false, 'inactive', 'ні'], 'lifted'],
  ['active', ['', null, '?'], 'unknown'],
  ['status', ['Active', 'banned', 'aktiv', 'активен', '有效', 'gesperrt', 'aktywny'], 'active'],
  ['status', ['inactive', 'Unbanned', 'expired', 'aufgehoben', 'снят', 'zdjęty', 'levantado', '已解封'], 'lifted'],
  ['status', ['', '1', 'pending', null, {}], 'unknown'],
  ['unbanned', ['', null, false, 0, 'no', undefined], 'active'],
  ['removedBy', ['anna', 'U', '2024-01-08', { id: 7 }], 'lifted'],
  ['снят', ['да'], 'lifted'],
  ['Aufgehoben', ['ja'], 'lifted'],
  ['Aufgehoben', ['nein'], 'active'],
])('the column %j with %j says that a ban is %s', (title, values, expected) => {
  for (const value of values as unknown[]) expect([value, readStatus(value, title)]).toEqual([value, expected])
})
