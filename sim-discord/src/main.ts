#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startDiscord, startDiscordPage } from './index.ts'

// Starts the simulated Discord with its page, and prints what a bot needs.
const { values } = parseArgs({
  options: { port: { type: 'string' }, 'page-port': { type: 'string' }, name: { type: 'string' } },
})
const toPort = (text = '0') => Number(text)

const discord = await startDiscord({ port: toPort(values.port), ...(values.name && { name: values.name }) })
const page = await startDiscordPage(discord, { port: toPort(values['page-port']) })
process.stdout.write(`API:   ${discord.apiUrl} in place of https://discord.com/api
Token: ${discord.token}
Page:  ${page.url}
Control requests: ${discord.url}/_sim/, as the README lists them. Ctrl+C ends it.
`)

async function stop(): Promise<void> {
  await page.close()
  await discord.close()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
