import { ComponentType } from 'discord.js'
import type { APIMessageTopLevelComponent } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { toPosted } from '../../src/discord/post.ts'
import { en } from '../../src/discord/texts/en.ts'
import { botForTest } from '../support/bot.ts'
import { useSteam } from '../support/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 100 }))
const USER = '123456789012345678'

/** What is posted of a private message, without the line that says who asked. */
const postedOf = (components: APIMessageTopLevelComponent[]) => toPosted(components, USER, en).components.slice(1)

test('the first line names who asked', () => {
  expect(toPosted([], USER, en)).toEqual({
    components: [{ type: ComponentType.TextDisplay, content: `-# Looked up by <@${USER}>` }],
  })
})

describe('of what Discord gives back', () => {
  const media = { url: 'https://avatars.steamstatic.com/a_full.jpg' }
  const seen = { ...media, proxy_url: 'https://media.discordapp.net/a', width: 184, height: 184 }

  test('texts, pictures and lines are posted, without what only Discord may write', () => {
    expect(
      postedOf([
        {
          type: ComponentType.Container,
          id: 1,
          accent_color: 0x2d_a4_4e,
          spoiler: false,
          components: [
            {
              type: ComponentType.Section,
              id: 2,
              components: [{ type: ComponentType.TextDisplay, id: 3, content: '## Roof Raider' }],
              accessory: { type: ComponentType.Thumbnail, id: 4, media: seen, description: 'Avatar', spoiler: false },
            },
            { type: ComponentType.TextDisplay, id: 5, content: 'facts' },
            { type: ComponentType.Separator, id: 6 },
            {
              type: ComponentType.MediaGallery,
              id: 7,
              items: [
                { media: seen, description: 'a rock', spoiler: false },
                { media: seen, description: null },
              ],
            },
          ],
        },
      ]),
    ).toEqual([
      {
        type: ComponentType.Container,
        accent_color: 0x2d_a4_4e,
        components: [
          {
            type: ComponentType.Section,
            components: [{ type: ComponentType.TextDisplay, content: '## Roof Raider' }],
            accessory: { type: ComponentType.Thumbnail, media, description: 'Avatar' },
          },
          { type: ComponentType.TextDisplay, content: 'facts' },
          { type: ComponentType.Separator },
          { type: ComponentType.MediaGallery, items: [{ media, description: 'a rock' }, { media }] },
        ],
      },
    ])
  })

  test('buttons and files stay behind: they are for whoever asked', () => {
    expect(
      postedOf([
        {
          type: ComponentType.Container,
          components: [
            { type: ComponentType.TextDisplay, content: 'facts' },
            { type: ComponentType.File, file: { url: 'attachment://accounts.csv' } },
          ],
        },
        {
          type: ComponentType.ActionRow,
          components: [{ type: ComponentType.Button, style: 2, label: 'x', custom_id: 'y' }],
        },
      ]),
    ).toEqual([{ type: ComponentType.Container, components: [{ type: ComponentType.TextDisplay, content: 'facts' }] }])
  })
})

describe('in Discord', () => {
  test('everybody sees what was private, and who posted it; nobody is notified, whatever an account calls itself', async () => {
    const { hostileMarkdown } = steam.world.cast
    steam.world.change(hostileMarkdown, {
      profile: {
        name: '<@123456789012345678> @everyone',
        visibility: 3,
        avatarHash: '0'.repeat(40),
        timeCreated: 1,
      },
    })
    const bot = await botForTest({}, { steam })
    const user = bot.discord.user({ name: 'Ada' })
    const reply = user.type(`/lookup ${hostileMarkdown}`)
    await reply.until('No bans on record')
    await reply.click('Post in channel').acknowledged()
    await expect.poll(() => bot.discord.channel()).toHaveLength(1)
    const [posted] = bot.discord.channel()
    expect(posted?.text()).toMatch(/^Looked up by @Ada\n/)
    expect(posted?.text()).toContain('<@123456789012345678> @everyone')
    expect(posted?.text()).not.toMatch(/Only you can see this|Refresh|Post in channel/)
    expect(posted?.notifies).toEqual([])
    expect(reply.isEphemeral()).toBe(true)
  })

  test('two clicks at once post once', async () => {
    const bot = await botForTest({}, { steam })
    const reply = bot.discord.user().type('/lookup raider')
    await reply.until('1 VAC ban')
    for (const click of [reply.click('Post in channel'), reply.click('Post in channel')]) await click.acknowledged()
    await expect
      .poll(() => bot.log.filter(({ command }) => command === 'button post').map(({ outcome }) => outcome))
      .toEqual(['repeated', 'answered'])
    expect(bot.discord.channel()).toHaveLength(1)
  })
})
