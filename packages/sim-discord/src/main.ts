#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startDiscord, startDiscordPage } from './index.ts'

// Starts the simulated Discord with its page, and prints what a bot needs.
const USAGE = 'simulated-discord [--port <number>] [--page-port <number>] [--name <name of the bot>]'
const OPTIONS = { port: { type: 'string' }, 'page-port': { type: 'string' }, name: { type: 'string' } } as const

async function start(): Promise<void> {
  const { port = '0', 'page-port': pagePort = '0', name } = parseArgs({ options: OPTIONS }).values
  const discord = await startDiscord({ port: Number(port), ...(name !== undefined && { name }) })
  const page = await startDiscordPage(discord, { port: Number(pagePort) })
  const stop = async () => {
    await page.close()
    await discord.close()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  process.stdout.write(`API for the bot: ${discord.apiUrl}
Token:           ${discord.token}
Page:            ${page.url}
Control:         ${discord.url}/_sim
`)
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exit(1)
})
