import { accountTexts } from '../../accounts/discord/texts.ts'
import { banTexts } from '../../bans/discord/texts.ts'
import { botTexts } from '../../discord/texts/texts.ts'
import { joinTexts } from '../../lib/join-texts.ts'
import { policyTexts } from '../../policy/discord/texts.ts'
import { toolTexts } from '../../tools/discord/texts.ts'
import { watchTexts } from '../../watch/discord/texts.ts'
import type { Translated } from '../../model/language.ts'

const en = {
  databaseErrors: {
    titles: { full: 'Not saved', busy: 'The database is busy', failed: 'The database is not available' },
    full: 'The disk of the bot is full. Nothing was saved or changed. Tell the person who runs the bot.',
    busy: 'Other work took too long. Nothing was saved or changed. Try again in a minute.',
    failed:
      'Watch lists and policies can neither be read nor changed. Nothing was saved or changed. Tell the person who runs the bot.',
  },
}

/** Texts about failures of the database that the features share. */
const databaseTexts: Translated<typeof en> = {
  en,
  de: {
    databaseErrors: {
      titles: {
        full: 'Nicht gespeichert',
        busy: 'Die Datenbank ist beschäftigt',
        failed: 'Die Datenbank ist nicht verfügbar',
      },
      full: 'Die Festplatte des Bots ist voll. Nichts wurde gespeichert oder geändert. Sag dem Betreiber des Bots Bescheid.',
      busy: 'Andere Arbeit hat zu lange gedauert. Nichts wurde gespeichert oder geändert. Versuch es in einer Minute noch einmal.',
      failed:
        'Beobachtungslisten und Richtlinien können weder gelesen noch geändert werden. Nichts wurde gespeichert oder geändert. Sag dem Betreiber des Bots Bescheid.',
    },
  },
}

/** All texts of the bot in every language. */
export const texts = joinTexts(botTexts, accountTexts, banTexts, watchTexts, policyTexts, toolTexts, databaseTexts)

/** All texts of the bot in one language. */
export type Texts = (typeof texts)['en']
