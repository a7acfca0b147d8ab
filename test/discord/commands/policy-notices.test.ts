import { expect, test } from 'vitest'
import { noteRefusals } from '../../../src/policy/refusals.ts'
import { answerTo } from '../../support/command-tests.ts'
import { NOW } from '../../support/fake-context.ts'
import { policyBot } from '../../support/policy-bot.ts'
import { refusalOf } from '../../support/policy-records.ts'
import { ALICE } from '../../support/watch-tests.ts'

/** A bot whose policy has refused an account, and what `/policy show` says of its reports. */
async function open() {
  const bot = await policyBot()
  const { guildId, database, discord } = bot
  await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
  await database.transaction((repositories) =>
    noteRefusals(repositories, [refusalOf({ guildId, at: NOW, steamId: ALICE })]),
  )
  return {
    ...bot,
    channelId: discord.guild().channelId,
    async reports() {
      const lines = (await answerTo(bot.manager().type('/policy show'))).split('\n')
      const first = lines.findIndex((line) => line.startsWith('┃ Reports'))
      return lines.slice(
        first + 1,
        lines.findIndex((line, index) => index > first && line.startsWith('┃ version ')),
      )
    },
  }
}

test('/policy show says that no channel is set, and how many refusals are held back', async () => {
  const { reports } = await open()
  expect(await reports()).toEqual([
    '┃ ⚠️ No channel is set for alerts. Set one with /watch channel, which needs Manage Server.',
    '┃ ⚠️ 1 account is not reported because of that. What is older than two days is left out.',
  ])
})

test('/policy show says that Discord refused the channel, and names it', async () => {
  const { reports, database, guildId, channelId } = await open()
  await database.transaction(async ({ guilds }) => {
    await guilds.setAlertChannel(guildId, { channelId, roleId: null })
    await guilds.set(guildId, { alertBlock: 'forbidden' })
  })
  expect(await reports()).toEqual([
    expect.stringMatching(/^┃ ⚠️ Discord does not let the bot write in #.+, the channel for alerts/),
    expect.stringContaining('1 account is not reported'),
  ])
})

test('/policy show says what is not sent yet, and nothing where all is well', async () => {
  const { reports, database, guildId, channelId } = await open()
  await database.transaction(({ guilds }) => guilds.setAlertChannel(guildId, { channelId, roleId: null }))
  expect(await reports()).toEqual(['┃ ℹ️ 1 account not reported yet.'])
  await database.transaction(({ outbox }) => outbox.forget(guildId, ALICE))
  expect(await reports()).toEqual([])
})
