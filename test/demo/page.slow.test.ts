import { afterEach, beforeEach, expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { botForTest, type BotService } from '../support/bot.ts'
import { demoPageOptions } from '../support/demo-page.ts'
import { buttonsOf, openTestPage, type TestPage } from '../../packages/sim-discord/test/page/support.ts'

let bot: BotService
let page: TestPage
let moderator: string
let channel: string

beforeEach(async () => {
  bot = await botForTest({ CACHE_ACCOUNT_SECONDS: '0', WATCH_INTERVAL_SECONDS: '5' })
  bot.discord.guild().createChannel({ name: 'alerts' })
  page = await openTestPage(bot.discord, demoPageOptions(bot.discord, bot.sim))
  moderator = page.person('moderator')
  channel = page.channel('moderation')
})
afterEach(() => expect(bot.discord.violations()).toEqual([]))

const command = (name: string, options: Record<string, string>, subcommands: string[] = []) =>
  page.post('command', { user: moderator, channel, command: name, subcommands, options })
const media = (url: string, rest = '') => fetch(`${page.url}/media?url=${encodeURIComponent(url)}${rest}`)

test('a look-up has a picture that the page can load, and a button that changes it in place', async () => {
  await command('lookup', { account: CAST.veteran })
  const message = await page.untilMessage('wipe day')
  expect(message.visibleTo).toBe(moderator)
  const [, avatar = ''] = /"url":"(https:[^"]+_full\.jpg)"/.exec(JSON.stringify(message.wire)) ?? []
  const picture = await media(avatar)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(picture.headers.get('content-security-policy')).toContain('sandbox')

  const customId = buttonsOf(message)['Stats'] ?? ''
  await page.post('component', { user: moderator, message: message.wire.id, customId })
  expect((await page.untilMessage('Rust statistics')).wire.id).toBe(message.wire.id)
  const { interaction } = await page.untilEvent('interaction', (event) => event.interaction.kind === 'component')
  expect(interaction).toMatchObject({ title: '📊 Stats', messageId: message.wire.id, customId })
})

test('a batch takes a file, answers with one to download, and has a menu', async () => {
  const base64 = Buffer.from(`https://steamcommunity.com/id/raider\n${CAST.clean}\n`).toString('base64')
  const files = { file: { name: 'players.txt', contentType: 'text/plain', base64 } }
  await page.post('command', { user: moderator, channel, command: 'batch', options: {}, files })
  const { wire } = await page.untilMessage('accounts.csv')
  const json = JSON.stringify(wire)
  const [, url = ''] = /"url":"([^"]+accounts\.csv[^"]*)"/.exec(json) ?? []
  const file = await media(url, '&download=1')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="accounts.csv"')
  expect(await file.text()).toMatch(/Roof Raider,banned/)

  const [, customId = ''] =
    /"custom_id":"([^"]+)","placeholder"/.exec(json) ?? /"type":3[^]*?"custom_id":"([^"]+)"/.exec(json) ?? []
  const choose = (values: string[]) => page.post('component', { user: moderator, message: wire.id, customId, values })
  expect((await choose(['nothing'])).body).toEqual({ error: 'The menu does not have this option any more.' })
  expect((await choose([])).body).toEqual({ error: 'The menu takes 1 to 1 options.' })
  const [, value = ''] = /"label":"Honest Joe","value":"([^"]+)"/.exec(json) ?? []
  expect((await choose([value])).status).toBe(200)
  await page.until(() =>
    page.messages().find((each) => each.wire.id !== wire.id && JSON.stringify(each).includes('Honest Joe')),
  )
})

test('an alert appears in its channel after a ban, and notifies its role', async () => {
  const role = bot.discord.guild().createRole({ name: 'Mods' })
  const alerts = page.channel('alerts')
  await command('watch', { channel: alerts, role }, ['channel'])
  await command('watch', { account: 'honest_joe', reason: 'too good' }, ['add'])
  await page.untilMessage('too good')
  await page.post('panel', { verb: 'ban', account: 'honest_joe', ban: 'game' })
  const alert = await page.until(() =>
    page
      .messages()
      .find(
        ({ wire }) =>
          wire.channel_id === alerts &&
          wire.interaction_metadata === undefined &&
          JSON.stringify(wire).includes('game ban'),
      ),
  )
  expect(alert).toMatchObject({ visibleTo: null, notifies: [`&${role}`], command: null })
})
