import { de, en } from './support/texts.ts'
import { describe, expect, test } from 'vitest'
import { API_ERROR_CODES } from '../../src/http/error-codes.ts'
import { loadPageTexts } from '../../page/texts/page-texts.ts'
import { LANGUAGES } from '../../src/model/language.ts'
import { CODES_WITHOUT_WORDS, PAGE_ERROR_CODES, wordsOf } from '../../page/texts/error-words.ts'

const CODES = [...API_ERROR_CODES, ...PAGE_ERROR_CODES]
const FACTS = { subject: 'gabelogannewell', when: 'in 2 minutes' }

describe.each(await Promise.all(LANGUAGES.map(loadPageTexts)))('error texts in $language', ({ errors }) => {
  test('every code of the server and of the page has a title and a sentence', () => {
    for (const code of CODES) {
      const { title, text } = wordsOf(code, errors)
      expect(title).toMatch(/^[\p{Lu}\p{Lo}].+[^.。]$/u)
      expect(text(FACTS)).toMatch(/^\p{L}.+[.。]$/u)
      expect(text(FACTS)).not.toMatch(/undefined|\\/)
    }
  })

  test('a code without words of its own has those of an unknown error', () => {
    expect(wordsOf('code_of_a_newer_server', errors)).toBe(errors.unknown)
    const unknown = CODES.filter((code) => wordsOf(code, errors) === errors.unknown)
    expect(unknown.toSorted()).toEqual([...CODES_WITHOUT_WORDS, 'unknown'].toSorted())
  })

  test('failures with different next steps read differently', () => {
    const distinct = [
      'unauthorized',
      'budget_spent',
      'rate_limited',
      'platform_blocked',
      'platform_unavailable',
      'friends_private',
      'account_not_found',
      'overloaded',
      'connection_failed',
      'stream_broken',
      'unreadable_answer',
      'unknown',
    ] as const
    expect(new Set(distinct.map((code) => errors[code].title)).size).toBe(distinct.length)
    expect(new Set(distinct.map((code) => errors[code].text(FACTS))).size).toBe(distinct.length)
  })

  test('no failure claims that an account is clean', () => {
    const clean = /no bans|not banned|clean|keine Bans|kein Ban|nicht gebannt/i
    expect(CODES.filter((code) => clean.test(wordsOf(code, errors).text(FACTS)))).toEqual([])
  })

  test('a limit says when a request is possible that takes a whole minute', () => {
    const usual = errors.rate_limited.text(FACTS)
    const whole = errors.whole_minute.text(FACTS)
    expect(whole).not.toBe(usual)
    expect(whole).toContain(FACTS.when)
  })

  test('an outage says when to try again', () => {
    const outages = ['platform_unavailable', 'platform_blocked', 'overloaded', 'budget_spent', 'stopping'] as const
    expect(outages.filter((code) => !errors[code].text(FACTS).includes(FACTS.when))).toEqual([])
  })
})

test('a request that takes a whole minute has to be the first of a minute', () => {
  expect(en.errors.whole_minute.text(FACTS)).toMatch(/all lookups of a minute.* in 2 minutes, and look nothing else up/)
  expect(de.errors.whole_minute.text(FACTS)).toMatch(/alle Abfragen einer Minute.* in 2 minutes .*nichts anderes/)
})

test('an unrecognized entry is named without markup', () => {
  expect(en.errors.malformed_account.text(FACTS)).toContain('a STEAM_ or [U:1:…] ID')
  expect(de.errors.malformed_account.text(FACTS)).toContain('gabelogannewell wurde nicht als Steam-Konto erkannt')
})

test('German texts ask to try again with the same word as Discord', () => {
  expect(CODES.filter((code) => /versuche es/i.test(wordsOf(code, de.errors).text(FACTS)))).toEqual([])
})
