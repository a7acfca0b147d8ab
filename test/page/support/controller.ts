import { START, type Address, type Tab } from '../../../page/address.ts'
import { createController, type Controller } from '../../../page/state/controller.ts'
import { exampleAccount } from '../../support/examples.ts'
import { readPasted } from '../../../page/state/account-list.ts'
import { finishSteps } from '../../../src/text/account-list.ts'
import { batchOf, entryOf, idOf } from './bans.ts'
import { fakeClient } from './fake-client.ts'

const account = exampleAccount

/** What a pasted text contains. */
export const pastedOf = (text: string) => finishSteps(readPasted(text))

/** The answer to a lookup of this id. */
export const lookupOf = (steamId: string) => ({ ...account, steamId })

/** 120 accounts: three batches. */
export const LISTED = Array.from({ length: 120 }, (_, index) => idOf(index))

/** The history of a browser tab that begins at the start page. */
function fakeHistory() {
  const entries: Address[] = [START]
  let current = 0
  return {
    entries: () => [...entries],
    go: (steps: number) => void (current += steps),
    read: () => entries[current] ?? START,
    push(address: Address): void {
      entries.splice(++current, entries.length, address)
    },
    replace: (address: Address) => void (entries[current] = address),
  }
}

/** A controller whose client and history are the test's. */
export function controllerForTest(options: Parameters<typeof fakeClient>[0] = {}) {
  const fake = fakeClient(options)
  const history = fakeHistory()
  const clock = { now: 1_000 }
  let token: string | null = null
  const controller = createController({
    client: fake.client,
    history,
    token: { get: () => token, set: (given) => void (token = given) },
    now: () => clock.now,
  })
  const go = (steps: number): void => {
    history.go(steps)
    controller.showCurrent()
  }
  return {
    controller,
    fake,
    clock,
    state: controller.store.get,
    entries: history.entries,
    token: () => token,
    back: () => go(-1),
    forward: () => go(1),
    /** Answers the lookup with this number: the account is found. */
    async answerLookup(steamId: string, count = 1): Promise<void> {
      await (await fake.request('lookUp', count)).answer(lookupOf(steamId))
    },
    /** Answers the batch with this number: every account is found. */
    async answerBatch(count: number): Promise<void> {
      const batch = await fake.request('lookUpBatch', count)
      await batch.answer(batchOf(batch.about.split(' ').map((each) => entryOf(each))))
    },
  }
}

/** Shows a tab, as its link does. */
export const openTab = ({ open, store }: Controller, tab: Tab) => open({ ...store.get().address, tab, listing: {} })
