import { expect, test } from 'vitest'
import type { OverloadReason } from '../../src/lib/limits/load-shedding.ts'
import { deferred } from '../support/deferred.ts'
import { botWith, clickedAction, typedCommand, viewOf } from '../support/fake-discord-bot.ts'

test.each(['event_loop', 'memory'] as const)(
  'no task starts and no user is charged during overload (%s)',
  async (overload) => {
    let now: OverloadReason | null = overload
    const { discord, records } = await botWith(
      { slash: [typedCommand('go', ({ reply }) => reply.show(viewOf('done')), { cost: 'lookup' })] },
      { overload: () => now, userPerMinute: 1 },
    )
    const user = discord.user()
    for (let time = 0; time < 3; time++) await user.type('/go').until(/Too many lookups\n.*in \d seconds/)
    await expect.poll(() => records.map(({ outcome }) => outcome)).toEqual(['overloaded', 'overloaded', 'overloaded'])
    now = null
    await user.type('/go').until('done')
  },
)

test('during overload running tasks finish and free tasks run', async () => {
  let now: OverloadReason | null = null
  const work = deferred<void>()
  const { discord } = await botWith(
    {
      slash: [
        typedCommand(
          'go',
          async ({ reply }) => {
            await reply.show(viewOf('begun', 'v1:page'))
            await work.promise
            await reply.show(viewOf('done', 'v1:page'))
          },
          { cost: 'lookup' },
        ),
      ],
      actions: [clickedAction('page', ({ reply }) => reply.show(viewOf('next page')))],
    },
    { overload: () => now },
  )
  const reply = discord.user().type('/go')
  await reply.until('begun')
  now = 'event_loop'
  work.resolve()
  await reply.until('done')
  reply.click('v1:page')
  await reply.until('next page')
})
