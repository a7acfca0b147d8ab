import { DefaultRestOptions } from 'discord.js'

type MakeRequest = typeof DefaultRestOptions.makeRequest

/** Sends a request of discord.js, with or without files. */
export const makeRequest: MakeRequest = (url, init) =>
  init.body instanceof FormData ? sendFiles(url, init) : sendPlain(url, init)

const sendPlain = DefaultRestOptions.makeRequest
// Our newer undici sets the connection pool for the whole process. The older undici of discord.js cannot send FormData through
// that pool; Node's fetch can.
const sendFiles = fetch as unknown as MakeRequest
