import { columnsOf } from './width.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'

type Line = [typed: string, what: string]

const FIRST_STEPS: Line[] = [
  ['/lookup raider', 'bans, profile and hours of one account'],
  ['2', 'clicks button 2 of the newest message'],
  [`/friends ${CAST.manyBanned}`, 'checks a friend list; 1 stops it'],
  ['/batch raider, honest_joe', 'many accounts at once'],
  [`> is ${CAST.gameBanned} banned?`, 'checks the accounts in a chat message'],
  ['/watch channel #alerts', 'says where alerts go'],
  ['/watch add honest_joe reason:too good', 'watches an account'],
  ['ban honest_joe game', 'Steam bans it; the alert appears by itself, some seconds later'],
  ['/policy token name:main', 'a line for a game server; paste it here'],
  ['join honest_joe', 'joins that game server; a watched account is reported, with your note'],
  ['locale de', 'the same in German'],
]

const EVERYTHING: Line[] = [
  ['/lookup raider', 'an account: custom URL, ID, link, friend code, row of status, …'],
  ['/friends raider within:999 kind:vac', 'options have names; Tab completes them'],
  ['/compare raider other:honest_joe', 'two accounts side by side, and the friends they share'],
  ['/batch file:./players.txt', 'a text file of yours with accounts'],
  [`/stats ${CAST.veteran}`, 'statistics'],
  [`/inventory ${CAST.hoarder}`, 'an inventory of five pages'],
  ['/watch add raider reason:sly until:30d', 'puts an account on the watch list of the server'],
  ['/watch list, /watch remove raider', 'shows the list; takes an account off it'],
  ['/watch channel #alerts role:@Mods', 'alerts go there and mention a role; #read-only and @Owners do not work'],
  ['/watch channel #alerts joins:off', 'joins of watched accounts are not reported'],
  ['/history raider, /forget raider', 'what was seen of an account; erases it from the lists of the server'],
  [`> text with ${CAST.raider}, @anna`, 'Check Steam accounts on a message of guest, on a user'],
  ['3, #2 3', 'clicks button 3 of the newest message, or of message #2'],
  ['open 2, open Roof Raider, open 1,3', 'chooses from the newest menus; open none empties one'],
  ['as anna, as guest, nick Bob', 'become somebody else; set your nickname'],
  ['#1, file', 'shows message #1 again; shows the newest file'],
  ['ban raider game, lift raider vac', 'changes bans in the simulated Steam: vac, game, community, trade'],
  ['time +1d, time +6h', "moves the simulated Steam's time"],
  ['steam down, slow, blocking, hangs, up', 'breaks and repairs the simulated Steam: steam slow'],
  ['/banlist add raider reason:aimbot', 'bans an account, once you confirm; a game server that asks then refuses it'],
  ['/banlist list, remove raider, export cfg', 'shows the bans; lifts one; gives the list as a file'],
  ['/banlist import, /watch import', 'adds a whole file; the form takes the path of a file of yours'],
  ['/policy edit, show, mode', 'rules for who may join the game servers'],
  ['/policy token name:main', 'shows a line for a game server; paste it here'],
  ['join raider', 'a player joins the game server; join lists players'],
  ['join honest_joe owner raider', 'the same with a shared copy of the game'],
  ['server.bansServerFailureMode 1', 'the game server rejects players whose check fails'],
  ['locale de, server de', "switches your language, or the server's in Discord"],
  ['/log search:raider', 'who changed what, of an account'],
  ['/settings log channel:#alerts', 'the team is told there of bans and other changes; instead:off ends it'],
  ['/settings language language:Polski', 'switches the language of the server: alerts, refusals'],
  ['/settings reasons', 'the usual reasons for bans, with their ends'],
  ['/token create', 'makes a token with which a tool uses the bans over HTTP'],
  ['quit', 'ends the demo, as Ctrl+C does'],
]

const PEOPLE: Line[] = [
  [CAST.bothBans, 'all kinds of bans'],
  [CAST.deletedSummary, 'a ban record without a profile; look it up again after 3 seconds'],
  [CAST.deletedBans, 'a profile without a ban record'],
  [CAST.private, 'a private profile'],
  [CAST.friendsPrivate, 'a private friend list'],
  [CAST.inventoryPrivate, 'a private inventory'],
  [CAST.statsPrivate, 'private statistics'],
  [CAST.hostileMarkdown, 'a name full of Markdown'],
  ['nobody_by_that_name', 'no account'],
]

/** The introduction for a first-time user. */
export const WELCOME = `You are a moderator on a Discord server that has the bot. Type, for instance:

${inColumns(FIRST_STEPS)}

help lists the rest; quit or Ctrl+C ends the demo.`

/** The list of all inputs. */
export const HELP = `${inColumns(EVERYTHING)}

Accounts worth a look:

${inColumns(PEOPLE)}
`

function inColumns(lines: Line[]): string {
  const width = Math.max(...lines.map(([typed]) => columnsOf(typed)))
  return lines.map(([typed, what]) => `  ${typed.padEnd(width)}  ${what}`).join('\n')
}
