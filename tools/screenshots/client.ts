import type { Locator, Page } from 'playwright-core'
import type { PageRequests } from '../../packages/sim-discord/src/index.ts'
import type { WorldChange } from '../../demo/control/world.ts'
import { readDemo } from './read-demo.ts'

const WAIT_MS = 60_000
const PROGRESS_MS = 4_000
const SETTLE_MS = 2_500
/** The emoji of the button that ends a scan. */
export const STOP = '⏹'

/** A person at the page of the demo. */
export type Client = Awaited<ReturnType<typeof openClient>>

/** Opens the page as a person, and resolves with what that person does; commands are sent without the keyboard. */
export async function openClient(page: Page, url: string, name: string) {
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(`${url}/?user=${name}&theme=dark`)
  await page.getByRole('log').first().waitFor()
  const { user, channel, post, ...names } = await readDemo(url, name)
  const messages = page.locator('main .message:not(.pending)')
  /** The newest message of the channel that is shown. */
  const newest = (): Locator => messages.last()
  const untilNew = async (act: () => Promise<void>) => {
    const count = await messages.count()
    await act()
    await messages.nth(count).waitFor()
    await newest().locator('.components').waitFor()
  }
  const stop = () => newest().locator('.button', { hasText: STOP })
  const untilDone = async () => {
    await stop().waitFor({ state: 'detached' })
  }
  return {
    newest,
    untilDone,
    ...names,
    changeWorld: (change: WorldChange) => post('panel', change),
    changePerson: (change: Omit<PageRequests['person'], 'user'>) => post('person', { user, ...change }),
    changeGuild: (locale: string) => post('guild', { locale }),
    /** Sends a command, such as `watch add`, and waits for its answer. */
    async run(command: string, options: Record<string, string>, { isFinal = true } = {}) {
      const [first = '', ...subcommands] = command.split(' ')
      await untilNew(() => post('command', { user, channel, command: first, subcommands, options }))
      if (isFinal) await untilDone()
    },
    /** Clicks the button with an emoji in the newest message, and waits until the bot has answered. */
    async press(emoji: string) {
      await newest().locator('.button', { hasText: emoji }).click()
      await newest().locator('.button[aria-busy=true]').waitFor({ state: 'detached' })
      await page.waitForTimeout(SETTLE_MS)
    },
    /** Clicks the button with an emoji in the newest message, fills in the form that opens, and waits for the answer. */
    fillForm: (emoji: string, values: readonly string[]) => untilNew(() => fillForm(page, newest(), emoji, values)),
    /** Chooses the first option of the first menu of the newest message. */
    async chooseFirst() {
      await chooseFirst(newest())
      await page.waitForTimeout(SETTLE_MS)
    },
    /** Waits until a scan has been under way for some seconds. */
    async untilProgress() {
      await stop().waitFor()
      await page.waitForTimeout(PROGRESS_MS)
    },
    /** Gives the simulated game server the line of the newest message, which has a token. */
    async startGame() {
      const [line = ''] = /server\.bansServerEndpoint "[^"]+"/.exec(await newest().innerText()) ?? []
      await post('panel', { verb: 'setting', line })
    },
    join: (account: string) => post('panel', { verb: 'join', account }),
    /** Shows #alerts, and waits for a message about an account whose title has a sign; alerts have a picture, tests have none. */
    async untilAlert(sign: string) {
      await page.goto(`${url}/?user=${name}&theme=dark&channel=alerts`)
      await messages.filter({ hasText: sign, has: page.locator('.thumbnail img') }).waitFor()
      // The picture has one message only, so that its author must be named.
      await page.evaluate(
        "document.querySelectorAll('main .continued').forEach((each) => each.classList.remove('continued'))",
      )
    },
    /** Writes a message and uses the bot's message command on it. */
    async checkMessage(content: string) {
      await untilNew(() => post('message', { user, channel, content }))
      const message = (await newest().getAttribute('data-message')) ?? ''
      await untilNew(() => post('message-command', { user, message, command: 'Check Steam accounts' }))
      await untilDone()
    },
    /** Removes all messages that only the person sees, until the page is loaded again. */
    dismissAll: () => dismissAll(messages),
    /** Shows #moderation again. */
    async showModeration() {
      await page.goto(`${url}/?user=${name}&theme=dark&channel=moderation`)
      await page.getByRole('log').first().waitFor()
    },
  }
}

async function dismissAll(messages: Locator): Promise<void> {
  for (let count = await messages.count(); count > 0; count -= 1) {
    await messages.last().getByRole('button', { name: 'Dismiss message' }).click()
    await messages.nth(count - 1).waitFor({ state: 'detached' })
  }
}

async function fillForm(page: Page, message: Locator, emoji: string, values: readonly string[]): Promise<void> {
  await message.locator('.button', { hasText: emoji }).click()
  const fields = page.locator('dialog.modal').locator('input, textarea')
  await fields.first().waitFor()
  for (const [index, value] of values.entries()) await fields.nth(index).fill(value)
  await page.locator('dialog.modal button[type=submit]').click()
}

async function chooseFirst(message: Locator): Promise<void> {
  const menu = message.locator('.menu-field').first()
  await menu.click()
  await message.locator('.menu-list li').first().click()
  // A menu for several options sends them when it closes.
  await menu.press('Escape')
}
