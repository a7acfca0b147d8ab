import { expect, test } from 'vitest'
import type { PageInteraction, PageState } from '../../src/page/protocol.ts'
import { applyEvent, startState } from '../../src/page/view/state/view-state.ts'

const page: PageState = {
  guild: { id: '1', name: 'Rust community', locale: 'en-US' },
  bot: { id: '2', username: 'Bot', global_name: null, bot: true },
  channels: [],
  roles: [],
  people: [],
  commands: [],
  messages: [],
}
const clicked: PageInteraction = {
  id: '3',
  userId: '4',
  channelId: '5',
  kind: 'component',
  title: 'Friends',
  state: 'waiting',
}

test('after a reconnect nothing is waited for that may have been answered meanwhile', () => {
  const waiting = applyEvent(startState('', ''), { type: 'interaction', interaction: clicked })
  const failed = applyEvent(waiting, { type: 'interaction', interaction: { ...clicked, id: '6', state: 'failed' } })
  expect(applyEvent(failed, { type: 'state', state: page }).interactions.map(({ id }) => id)).toEqual(['6'])
})
