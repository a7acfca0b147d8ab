/** The simulated Steam: the Web API, inventories and pictures on loopback. README.md says how a test uses it. */
export { banRecord, openAccount, publicProfile, type SimAccount, type SimBans } from './account.ts'
export { ChangeRefused, type BanKind } from './bans.ts'
export { CAST, type CastName } from './cast.ts'
export type { Dial, DialSetting, Fault } from './dial.ts'
export type { Method } from './methods.ts'
export { startSteam, type SimSteam, type SimSteamOptions } from './server.ts'
export { createWorld, type World } from './world.ts'
