import { expect, test } from 'vitest'
import { DEFAULT_PERMISSIONS, PERMISSION } from '../../../packages/sim-discord/src/index.ts'
import { answerTo, useCommandTests, submitForm } from '../../support/command-tests.ts'

const { cast, startRestartableBot } = await useCommandTests()

const MANAGER = DEFAULT_PERMISSIONS | PERMISSION.manageGuild

test('lists, previews and buttons survive a restart of the bot', async () => {
  const { discord, restart } = await startRestartableBot()
  const user = discord.user({ permissions: MANAGER, name: 'anna' })
  const added = user.type(`/watch add account:${cast.clean} reason:"alt of raider"`)
  await answerTo(added)
  const preview = await submitForm(user.type('/watch import'), {
    reason: 'raid group',
    list: `${cast.raider} ${cast.gameBanned}`,
  })
  await answerTo(preview)
  const batch = user.type(`/batch ${cast.tradeBanned} ${cast.private}`)
  await answerTo(batch)
  const removing = user.type(`/watch remove account:${cast.clean}`)
  await answerTo(removing)

  await restart()
  expect(await preview.click('Confirm: add 2 accounts').until('added to the watch list')).toContain('2 of 1,000')
  const opened = batch.click('Watch all 2')
  await opened.untilModal()
  expect(await answerTo(opened.submit('from a batch'))).toContain('4 of 1,000')
  await removing.click('Undo').until('Undone')
  await answerTo(user.type(`/watch remove account:${cast.clean}`))

  await restart()
  const text = await answerTo(user.type('/watch list'))
  expect(text).toContain('4 of 1,000 in use')
  for (const steamId of [cast.raider, cast.gameBanned, cast.tradeBanned, cast.private]) expect(text).toContain(steamId)
  expect(text).not.toContain(cast.clean)
}, 30_000)
