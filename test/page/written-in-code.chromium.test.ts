import { basename, resolve } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { pseudoModules } from '../../tools/messages/pseudo.mjs'
import { unmarkedWords } from '../support/unmarked.ts'
import { scrollsSideways, useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { useServices, visitViews } from './support/views.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const openPage = await useBrowser()
const services = await useServices()

/** The module with the messages of a part of the program in the pseudo-locale, as the browser loads it. */
async function pseudoWords(part: string): Promise<string> {
  const modules = pseudoModules(ROOT)
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}/i18n/compiled/${part}-en.ts`],
    bundle: true,
    format: 'esm',
    charset: 'utf8',
    write: false,
    plugins: [
      {
        name: 'pseudo-locale',
        setup: ({ onLoad }) =>
          onLoad({ filter: /i18n\/compiled\// }, ({ path }) => ({
            contents: modules.get(basename(path))!,
            loader: 'ts',
          })),
      },
    ],
  })
  return outputFiles[0]!.text
}

const WORDS = new Map(
  await Promise.all(['page', 'counters', 'status'].map(async (part) => [part, await pseudoWords(part)] as const)),
)

/**
 * What a page shows or says to a screen reader: its title, its texts, and its labels and placeholders. Left out are code, what is marked as
 * being in a language of its own, and the text for browsers without JavaScript.
 */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']
    const elements = [...document.body.querySelectorAll('*')].filter(
      (element) => !element.closest('script, style, code, noscript, body [lang]'),
    )
    return [
      document.title,
      ...elements.flatMap((element) => [
        ...attributes.map((name) => element.getAttribute(name) ?? ''),
        ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')),
      ]),
    ]
  })

/** The fields of answers of the service whose values the page shows as they are. */
const NAME = /"(?:name|guildName|where|down|differing)":\[?"((?:[^"\\]|\\.)*)"/g
/** What else is not from a message: an entry of a list, an account in a stubbed answer, times by `Intl`, ids and names of settings. */
const OTHER =
  /nonsense|definitely legit|SteamID64|\b(?:in )?\d+ (?:second|minute|hour|day)s?(?: ago)?\b|\bnow\b|\bat(?= \d\d:\d\d UTC)|\b[A-Z]+_[A-Z_]+\b|🇸🇪 Sweden/g

test('in the pseudo-locale, no view has text that is written in code, and every view fits a narrow phone', async () => {
  const { page } = await openPage(services.open, '/healthz', { locale: 'en-GB', reducedMotion: 'reduce' })
  await page.context().route(/\/assets\/(?:page|counters|status)-en-/, (route, request) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: WORDS.get(basename(request.url()).split('-')[0] ?? '') ?? '',
    }),
  )
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (/\/api\/(?!image)|\/status\/state/.test(response.url())) answers.push(response.text().catch(() => ''))
  })
  const { world } = services.open.sim
  const listed = world.account(CAST.raider)?.friends
  const players = [...Object.values(world.cast), ...(Array.isArray(listed) ? listed.map(({ steamId }) => steamId) : [])]
  const names = new Set(
    players.flatMap((steamId) => {
      const { profile, vanity } = world.account(steamId) ?? {}
      return [profile?.name ?? '', vanity ?? '']
    }),
  )
  const findings: string[] = []
  await page.setViewportSize({ width: 360, height: 740 })
  await visitViews(page, services, async (view) => {
    for (const answer of await Promise.all(answers))
      for (const [, name = ''] of answer.matchAll(NAME)) names.add(String(JSON.parse(`"${name}"`)))
    const longestFirst = [...names].toSorted((a, b) => b.length - a.length)
    const texts = (await textsOf(page)).map((text) =>
      longestFirst
        .reduce((rest, name) => (name === '' ? rest : rest.replaceAll(name, ' ')), text)
        .replaceAll(OTHER, ' '),
    )
    expect(texts.filter((text) => text.includes('⟦')).length).toBeGreaterThan(5)
    findings.push(...texts.filter((text) => unmarkedWords(text).length > 0).map((text) => `${view}: ${text}`))
    if (await scrollsSideways(page)) findings.push(`${view} scrolls sideways at 360 px`)
  })
  expect(findings).toEqual([])
}, 180_000)
