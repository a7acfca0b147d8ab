import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const readme = read('../README.md')

// The sample of the README begins here.
import { Client } from 'discord.js'
import { startDiscord } from '../src/index.ts'

test('the bot greets with a button', async () => {
  const discord = await startDiscord()
  const client = new Client({ intents: [], rest: { api: discord.apiUrl, makeRequest: fetch as never } })
  client.on('interactionCreate', async (interaction) => {
    if (interaction.isChatInputCommand()) {
      const again = { type: 2, style: 1, label: 'Again', custom_id: 'again' }
      await interaction.reply({ content: 'Hello', components: [{ type: 1, components: [again] }], flags: 64 })
    }
    if (interaction.isButton()) await interaction.update({ content: 'Hello again', components: [] })
  })
  discord.commands.set([{ name: 'greet', description: 'Greets' }])
  await client.login(discord.token)

  const moderator = discord.user({ name: 'moderator' })
  const reply = moderator.type('/greet')
  expect(await reply.until('Hello')).toContain('Only you can see this')
  await reply.click('Again').until('Hello again')
  expect(discord.violations()).toEqual([])

  await client.destroy()
  await discord.close()
})
// It ends here.

test('the sample of the README is the test in this file', () => {
  const [, sample = ''] = /```ts\n([^]*?)```/.exec(readme) ?? []
  const own = read('./readme.test.ts').split(/\/\/ The sample of the README begins here\.\n|\/\/ It ends here\.\n/)[1]
  expect(sample.replace("'./sim/discord/", "'../src/")).toBe(own)
})

test('the README names every control request', async () => {
  const discord = await startDiscord()
  const { error } = (await (await fetch(`${discord.url}/_sim/nothing`)).json()) as { error: string }
  await discord.close()
  const missing = error.split(', ').filter((name) => !readme.includes(`\`${name.replace(' ', ' /_sim/')}\``))
  expect(missing).toEqual([])
})
