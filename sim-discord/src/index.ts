/*
 * The simulated Discord: a REST API and a gateway on loopback that enforce Discord's rules. README.md says how to use it. Other
 * folders import nothing but this file and, for a page in a browser, `browser.ts`.
 */
export { checkMessage } from './check-message.ts'
export type { Failure } from './failures.ts'
export type { SimGuild } from './guild-control.ts'
export { walkComponents, type AnyComponent } from './limits/components.ts'
export { captionOf, clickableIn, type SimButton, type SimMessage } from './message-view.ts'
export type { TargetMessage } from './message-target.ts'
export type { MessageChange } from './messages.ts'
export type { ModalValues, SimField, SimModal } from './modal.ts'
export { DEFAULT_PERMISSIONS, type FilledOptions, type SimFile, type SimUser } from './people.ts'
export { clientTexts } from './render/client-texts.ts'
export { showMarkdown } from './render/markdown.ts'
export type { SimReply } from './reply.ts'
export type { Person } from './person.ts'
export type { SimSelect } from './select-view.ts'
export { startDiscord, type SimDiscord, type SimDiscordOptions } from './server.ts'
export { shardOf } from './snowflake.ts'
export { COMPONENT, PERMISSION } from './wire.ts'
