import { describe, expect, test } from 'vitest'
import type { AccountTexts } from '../../../src/accounts/words/account-texts.ts'
import { de } from '../../../src/accounts/words/de.ts'
import { en } from '../../../src/accounts/words/en.ts'
import type { Translated } from '../../../src/model/language.ts'

/** Given for every parameter; a number and a text at once. */
const GIVEN = '7'
const FACTS = { subject: 'raider', when: 'later', detail: '9 MiB', steam2Form: 'STEAM2', steam3Form: 'STEAM3' }

function sentencesOf(node: object, path = ''): [path: string, text: string][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const at = `${path}${key}`
    // Dates and countries are formatted by the platform.
    if (key === 'countries') return []
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'function') {
      const given: unknown[] = path === 'errors.' ? [FACTS] : [GIVEN, GIVEN, GIVEN]
      return [[at, String(Reflect.apply(value, undefined, given))]]
    }
    return typeof value === 'object' && value?.constructor === Object ? sentencesOf(value, `${at}.`) : []
  })
}

const CATALOGUES: Translated<AccountTexts> = { en, de }

describe.each(Object.entries(CATALOGUES))('the %s texts about accounts', (_, texts) => {
  const sentences = sentencesOf(texts)

  test('contain no markup, so that any adapter can show them', () => {
    expect(sentences.length).toBeGreaterThan(300)
    // The columns of tables have names with underscores.
    for (const [path, text] of sentences.filter(([at]) => !at.startsWith('csv.'))) {
      expect([path, text]).toEqual([path, text.replaceAll(/[*_`\\<>[\]]/g, '')])
    }
  })

  test('name neither Discord nor the bot, its commands or its messages', () => {
    for (const [path, text] of sentences) {
      const named = /discord|\bbots?\b|(?:^|\s)\/[a-z]+|this message|dieser Nachricht/i.exec(text)
      expect([path, named?.[0]]).toEqual([path, undefined])
    }
  })
})
