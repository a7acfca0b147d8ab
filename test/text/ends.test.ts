import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Language, LANGUAGES } from '../../src/model/language.ts'
import {
  type DateOrder,
  type End,
  findDateOrder,
  findEndInWords,
  isGameEnd,
  readEnd,
  readGameEnd,
} from '../../src/text/ends.ts'
import { cpuMsOf } from '../../packages/sim-discord/test/cpu-time.ts'
import { numRuns } from '../support/num-runs.ts'

const NOW = 1_790_000_000
const LATER = 1_953_394_942
const DAY = 86_400
const at = (iso: string) => Date.parse(iso) / 1_000
const unread = { unread: expect.any(String) }

describe('the end of a cell', () => {
  test.each([
    ['2024/01/08 12:00', '2024-01-08T12:00:00Z'],
    ['13/8/2024 12:00 PM', '2024-08-13T12:00:00Z'],
    ['8/13/2024 12:00 AM', '2024-08-13T00:00:00Z'],
    ['8/13/2024 9 pm', '2024-08-13T21:00:00Z'],
    ['08-Jan-2024', '2024-01-09T00:00:00Z'],
    ['20-Nov-35', '2035-11-21T00:00:00Z'],
    ['20/11/35', '2035-11-21T00:00:00Z'],
    ['8. 1. 2024', '2024-01-09T00:00:00Z'],
    ['8 de enero de 2024', '2024-01-09T00:00:00Z'],
    ['8 août 2024 à 15h04', '2024-08-08T15:04:00Z'],
    ['２０２４年１月８日 下午3:04', '2024-01-08T15:04:00Z'],
    ['"2024-01-08"', '2024-01-09T00:00:00Z'],
    ['2024年1月8日 15点04分', '2024-01-08T15:04:00Z'],
    ['Mon Jan  8 12:00:00 2024', '2024-01-08T12:00:00Z'],
    ['Mon Jan 08 2024 12:00:00 GMT+0100 (Central European Standard Time)', '2024-01-08T11:00:00Z'],
    ['2031-11-25', '2031-11-26T00:00:00Z'],
    ['2031-11-25 24:00', '2031-11-26T00:00:00Z'],
    ['2031-11-25T07:09:02.123456+02:00', '2031-11-25T05:09:02Z'],
    ['2031-11-25 07:09:02 UTC', '2031-11-25T07:09:02Z'],
    ['20311125T070902Z', '2031-11-25T07:09:02Z'],
    [String.raw`\/Date(1704715200000+0200)\/`, '2024-01-08T12:00:00Z'],
    [1_704_715_200, '2024-01-08T12:00:00Z'],
    [1_704_715_200_123, '2024-01-08T12:00:00Z'],
    [{ $date: '2024-01-08T12:00:00Z' }, '2024-01-08T12:00:00Z'],
    ['Banned until 20.11.2035', '2035-11-21T00:00:00Z'],
  ])('%j is a time', (value, iso) => {
    expect(readEnd(value, NOW)).toEqual({ until: at(iso) })
  })

  test.each([
    ['7 days', 7],
    ['7-day', 7],
    ['a week', 7],
    ['in 7 days', 7],
    ['1M', 30],
    ['1mo', 30],
    ['1Y', 365],
    ['1d12h', 1.5],
    ['1d 12h', 1.5],
    ['7D', 7],
    ['90m', 1 / 16],
    ['1.5 days', 1.5],
    ['1,5 Tage', 1.5],
    ['P7D', 7],
    ['P1DT12H', 1.5],
    ['7.12:00:00', 7.5],
    ['7 days, 12:00:00', 7.5],
    ['1 year and 6 months', 545],
    ['неделю', undefined],
    ['1 неделю', 7],
    ['1年6个月', 545],
  ])('%j is a duration, and is shown', (value, days) => {
    expect(readEnd(value, NOW)).toEqual(days === undefined ? unread : { until: NOW + days * DAY, written: value })
  })

  test.each([
    [null, undefined, '', '-', '—', '0', '-1', 0, -1, 'NULL', 'N/A', 'none', 'PERMA', 'Permanent', 'never', 'lifetime'],
    [
      'nikdy',
      'trvale',
      'nie',
      'Dauerhaft',
      'für immer',
      'nunca',
      'para siempre',
      'jamais',
      'définitif',
      'nigdy',
      'vitalício',
      'à vie',
    ],
  ])('words, nothing, 0 and -1 are for good', (...values) => {
    for (const value of values) expect([value, readEnd(value, NOW)]).toEqual([value, { until: null }])
  })

  test.each([
    '0001-01-01T00:00:00',
    '0000-00-00 00:00:00',
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59',
    'Permanent (no appeal)',
  ])('%j is for good, and is shown', (value) => {
    expect(readEnd(value, NOW)).toEqual({ until: null, written: value })
  })

  test.each([
    [
      'soon',
      'unknown',
      '?',
      'PT',
      'not permanent',
      'permanent?',
      '0 days',
      'temporary',
      '31.02.2035',
      '2031-02-29',
      '2031-13-01',
      '2031-11-25 25:00',
      '25:61',
      '24',
    ],
    ['1/8/2024 12:00 PM', '01-08-2035', '25/11/31', '08-Jan-24', '13/13/2035', '2035', '2035年', '2035-11', '20351120'],
    ['76561198007433923', '7.65612E+16', '1,000 days', '1.000 Tage', '1 год', '30 m', '7 days ago', '45299.5', '-5'],
    ['8 Foo 2024', '20 November 2035 9 PM Mars', '1999-01', '1950-05-05', '1,704,715,200', '12:30', 'x'.repeat(200)],
    [true, false, {}, [], 24, 45_299.5, 1e21, Number.NaN],
  ])('what is not understood is never for good', (...values) => {
    for (const value of values) expect([value, readEnd(value, NOW)]).toEqual([value, unread])
  })

  test('the order of day and month is that of the column', () => {
    const noon = { until: at('2035-08-01T12:00:00Z'), written: '1/8/2035 12:00 PM' }
    expect(readEnd('1/8/2035 12:00 PM', NOW, 'day first')).toEqual(noon)
    expect(readEnd('1/8/2035 12:00 PM', NOW, 'month first')).toEqual({ ...noon, until: at('2035-01-08T12:00:00Z') })
    expect(readEnd('1/8/2035 12:00 PM', NOW, null)).toEqual(unread)
    expect(readEnd('25/8/2035', NOW, 'month first')).toEqual(unread)
    // Dates with points have the day first.
    expect(readEnd('1.8.2035 12:00', NOW, 'month first')).toEqual({ until: noon.until })
    expect(readEnd('08.01.36', NOW)).toEqual({ until: at('2036-01-09T00:00:00Z'), written: '08.01.36' })
  })

  test('a bare number has the unit of the column', () => {
    expect(readEnd('24', NOW, null, 3_600)).toEqual({ until: NOW + DAY, written: '24' })
    expect(readEnd(1.5, NOW, null, DAY)).toEqual({ until: NOW + 1.5 * DAY, written: '1.5' })
    expect(readEnd('0', NOW, null, DAY)).toEqual({ until: null })
    expect(readEnd('7d', NOW, null, 3_600)).toEqual({ until: NOW + 7 * DAY, written: '7d' })
    expect(readEnd('45299.5', NOW, null, 'serial date')).toEqual({
      until: at('2024-01-08T12:00:00Z'),
      written: '45299.5',
    })
    expect(readEnd('49633', NOW, null, 'serial date')).toEqual({ until: at('2035-11-21T00:00:00Z'), written: '49633' })
    for (const value of ['-3', '1.000', '999999999', String(LATER)])
      expect(readEnd(value, NOW, null, 60)).toEqual(unread)
  })
})

test.each<[string[], DateOrder | undefined | null]>([
  [['01/08/2024', '05/05/2024', 'never', ''], undefined],
  [['01/08/2024', '25/08/2024 10:00'], 'day first'],
  [['01-08-2024', '08-25-2024'], 'month first'],
  [['25/08/2024', '8/25/2024'], null],
  [['25.08.2024', '2024-08-25', '25-Aug-2024', '24/01/08'], undefined],
])('the order of dates in %j is %j', (values, order) => {
  expect(findDateOrder(values)).toBe(order)
})

describe('the end of the game', () => {
  test.each<[string, End]>([
    ['-1', { until: null }],
    ['0', { until: null }],
    [`${LATER}`, { until: LATER }],
    ['30d', { until: NOW + 30 * DAY, written: '30d' }],
    ['1M', { until: NOW + 30 * DAY, written: '1M' }],
    ['24', { until: NOW + DAY, written: '24' }],
    ['24x', { until: NOW + DAY, written: '24x' }],
    ['1953394942000', { until: null, written: '1953394942000' }],
    ['1d12h', { unread: '1d12h' }],
    ['permanent', { unread: 'permanent' }],
    ['2026-12-31', { unread: '2026-12-31' }],
  ])('%s is read as the game does, and never for good where the game cannot read it', (text, end) => {
    expect(readGameEnd(text, NOW)).toEqual(end)
    expect(isGameEnd(text)).toBe('until' in end)
  })
})

describe('the end that a sentence states', () => {
  test.each([
    ['ban ended 2024-01-08', '2024-01-09T00:00:00Z'],
    ['aimbot exp: 2024-01-08', '2024-01-09T00:00:00Z'],
    ['banned until 18/1/2024 12:00 PM', '2024-01-18T12:00:00Z'],
    ['until 8 January 2035 12 players', '2035-01-09T00:00:00Z'],
    ['Ban expires on January 8, 2035 at 3:04 PM for aimbot', '2035-01-08T15:04:00Z'],
    ['banned from 2024-01-08 to 2035-01-15', '2035-01-16T00:00:00Z'],
    ['banned, expires: 1953394942', new Date(LATER * 1_000).toISOString()],
    ['expires <t:1953394942:R>', new Date(LATER * 1_000).toISOString()],
    ['Bis 31.12.2035, 18:00 Uhr gesperrt', '2035-12-31T18:00:00Z'],
    ['zabanowany do 20.11.2035 za aimbota', '2035-11-21T00:00:00Z'],
    ['bannedUntil: `20.11.2035`', '2035-11-21T00:00:00Z'],
    ["20.11.2035'e kadar yasaklı", '2035-11-21T00:00:00Z'],
    ['2035年11月20日到期', '2035-11-21T00:00:00Z'],
  ])('%j', (text, iso) => {
    expect(findEndInWords(text, NOW)).toEqual({ until: at(iso) })
  })

  test.each([
    ['Banned User for 7 days: reason', 7],
    ['for 30d', 30],
    ['banned for a week', 7],
    ['expires in 7 days', 7],
    ['ban 7d', 7],
    ['7 day ban', 7],
    ['Duration: 7 days', 7],
    ['für 7 Tage gebannt', 7],
    ['забанен на 7 дней', 7],
    ['бан на неделю', 7],
    ['2 Wochen gesperrt', 14],
    ['banni pour 7 jours', 7],
    ['封禁7天', 7],
  ])('%j lasts a while', (text, days) => {
    expect(findEndInWords(text, NOW)).toEqual({ until: NOW + days * DAY, written: expect.any(String) })
  })

  test.each(['permaban', 'aimbot, PERMANENT', 'expires: never', 'exp: never', 'läuft nie ab'])(
    '%j is for good',
    (text) => {
      expect(findEndInWords(text, NOW)).toEqual({ until: null })
    },
  )

  test.each([
    [
      'banned until further notice',
      'until he says sorry',
      'until 1/8/2024',
      'until 2035-01-01 25:00',
      'until no one cares',
    ],
    [
      'gebannt bis auf weiteres',
      'expired 2 days ago',
      'ban expired',
      'до разбора',
      'hasta nuevo aviso',
      'do odwołania',
    ],
    ['aimbot 20.11.2035', 'aimbot (7d)', 'aimbot - 30 days', 'raiding for 3 hours', 'seen <t:1953394942:R>'],
    ['banned for 48 hours on 2024.01.08-12.00.00', 'banned for 3 days in January', 'exp: 31.02.2035'],
    ['Banned: camping for 3 hours', 'jusqu’à nouvel ordre', '到期时间：未知'],
  ])('what may be an end and is not understood is named', (...texts) => {
    for (const text of texts) expect([text, findEndInWords(text, NOW)]).toEqual([text, unread])
  })

  test.each([
    ['aimbot', 'do not unban', 'banido do servidor', '3000 hours in rust', 'account 3 days old', 'banned 3 days ago'],
    [
      'aimbot 20.11.2023',
      'Bob has 2 friends',
      'he ate 3 apples',
      'bu kadar',
      '1 VAC ban, 200 days since the last one',
      '',
    ],
  ])('other words state none', (...texts) => {
    for (const text of texts) expect([text, findEndInWords(text, NOW)]).toEqual([text, undefined])
  })

  test.each(['до 5 ', 'do 7 ', '2 days ', 'le ', '1 h, ', 'kadar ', '1.1.2024 ', '至', 'a ', ': ', '7天', 'ban '])(
    'a long row of %j is read in linear time',
    (piece) => {
      const text = piece.repeat(60_000 / piece.length)
      // A second at most; quadratic time would be minutes.
      expect(cpuMsOf(() => [findEndInWords(text, NOW), readEnd(text, NOW)])).toBeLessThan(10_000)
    },
  )
})

describe('whatever an end is,', () => {
  const times = fc.integer({ min: at('2001-01-01') / 60, max: at('2099-12-31') / 60 }).map((minutes) => minutes * 60)
  const format = (language: string, options: Intl.DateTimeFormatOptions) => (time: number) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(time * 1_000)
  const pad = (value: number) => String(value).padStart(2, '0')
  /** A numeric date with a four-digit year. */
  const numeric = (separator: string, isMonthFirst: boolean) => (time: number) => {
    const date = new Date(time * 1_000)
    const [day, month] = [date.getUTCDate(), date.getUTCMonth() + 1]
    const [first, second] = isMonthFirst ? [month, day] : [day, month]
    const clock = `${date.getUTCHours()}:${pad(date.getUTCMinutes())}`
    return `${first}${separator}${second}${separator}${date.getUTCFullYear()} ${clock}`
  }
  const styles: ((time: number) => string)[] = [
    (time) => new Date(time * 1_000).toISOString(),
    (time) => new Date(time * 1_000).toUTCString(),
    (time) => `${time}`,
    (time) => `${time}123`,
    (time) => `${time}.123`,
    (time) => `/Date(${time}000)/`,
    (time) => `<t:${time}:R>`,
    numeric('.', false),
    ...LANGUAGES.flatMap((language) => [
      format(language, { dateStyle: 'long', timeStyle: 'short' }),
      format(language, { dateStyle: 'full', timeStyle: 'medium' }),
      format(language, { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' }),
    ]),
  ]

  test('a time in every style and language is read back', () => {
    fc.assert(
      fc.property(times, fc.nat(styles.length - 1), (time, index) => {
        const text = styles[index]?.(time) ?? ''
        expect([text, readEnd(text, NOW)]).toEqual([text, { until: time }])
      }),
      { numRuns: numRuns(5_000) },
    )
  })

  const sentences: Record<Language, string> = {
    cs: 'zabanován do DATE za aimbot',
    de: 'Gebannt bis DATE: Aimbot',
    en: 'Banned until DATE for aimbot',
    'es-419': 'baneado hasta el DATE, aimbot',
    'es-ES': 'baneado hasta el DATE (aimbot)',
    fr: 'banni jusqu’au DATE pour aimbot',
    pl: 'zbanowany do DATE - aimbot',
    'pt-BR': 'banido até DATE, aimbot',
    ru: 'забанен до DATE за аимбот',
    tr: 'DATE tarihine kadar yasaklı',
    uk: 'забанено до DATE за аімбот',
    'zh-CN': '封禁至DATE，作弊',
  }

  test('a day in a sentence of every language is read back', () => {
    fc.assert(
      fc.property(times, fc.constantFrom(...LANGUAGES), (time, language) => {
        const text = sentences[language].replace('DATE', format(language, { dateStyle: 'long' })(time))
        expect([text, findEndInWords(text, NOW)]).toEqual([text, { until: Math.floor(time / DAY + 1) * DAY }])
      }),
      { numRuns: numRuns(2_000) },
    )
  })

  test('a column of numeric dates is read back, or not at all', () => {
    fc.assert(
      fc.property(
        fc.array(times, { minLength: 1 }),
        fc.constantFrom('/', '-'),
        fc.boolean(),
        (all, separator, isMonth) => {
          const texts = all.map(numeric(separator, isMonth))
          const order = findDateOrder(texts)
          for (const [index, text] of texts.entries()) {
            const end = readEnd(text, NOW, order)
            if ('until' in end) expect([text, end.until]).toEqual([text, all[index]])
            else expect(order).toBeUndefined()
          }
        },
      ),
      { numRuns: numRuns(2_000) },
    )
  })

  test('a duration in every unit and language is read back, or not at all', () => {
    const units = { minute: 60, hour: 3_600, day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY }
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[])),
        fc.constantFrom('long' as const, 'short' as const),
        fc.integer({ min: 1, max: 40 }),
        (language, unit, unitDisplay, count) => {
          const text = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count)
          const end = readEnd(text, NOW)
          if ('until' in end) expect([text, end.until]).toEqual([text, NOW + count * units[unit]])
          else expect(text).toMatch(/год|\b[jmad]|[mda]{1,2}\.|м\.|J/)
        },
      ),
      { numRuns: numRuns(5_000) },
    )
  })

  test('it is read without an error', () => {
    const pieces = fc.constantFrom(
      ...'until bis до 7 days 1/8/2035 20.11.2035 12:00 PM perm <t: /Date( 至 年 - . , : \u0301'.split(' '),
    )
    const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.oneof(
          texts.map((parts) => parts.join(' ')),
          fc.jsonValue(),
        ),
        (value) => {
          const end = readEnd(value, NOW)
          expect('unread' in end || end.until === null || Number.isSafeInteger(end.until)).toBe(true)
        },
      ),
      { numRuns: numRuns(5_000) },
    )
  })
})
