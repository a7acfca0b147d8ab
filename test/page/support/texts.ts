import { loadPageTexts } from '../../../page/texts/page-texts.ts'
import { loadStatusTexts } from '../../../page/texts/status-texts.ts'

/** The texts of the page and of the status page, in English and in German. */
export const [en, de] = await Promise.all([loadPageTexts('en'), loadPageTexts('de')])
export const [statusEn, statusDe] = await Promise.all([loadStatusTexts('en'), loadStatusTexts('de')])
