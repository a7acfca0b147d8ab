import { DefaultRestOptions } from 'discord.js'

type MakeRequest = typeof DefaultRestOptions.makeRequest

/** Sends a request of discord.js, with or without files. */
export const makeRequest: MakeRequest = (url, init) =>
  init.body instanceof FormData ? sendFiles(url, init) : sendPlain(url, init)

const sendPlain = DefaultRestOptions.makeRequest
// Uses Node's fetch for files: our newer undici sets the connection pool for the whole process, and the older undici of discord.js cannot
// send FormData through that pool.
const sendFiles = fetch as unknown as MakeRequest
