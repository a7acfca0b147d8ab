import { createPlurals } from '../../lib/plural.ts'
import type { ToolTokenErrorCode } from '../../model/tool-token-error.ts'
import type { ToolScope } from '../../model/tool-token.ts'

const { number, counted, noun } = createPlurals('en')
const tools = noun({ one: 'tool', other: 'tools' })

/** What each scope opens; follows "It may". */
const toolScopes: Record<ToolScope, string> = {
  'bans:read': 'read the ban list and its changes',
  'bans:write': 'ban accounts, and change and lift bans',
  'watches:read': 'read the watch list and its changes',
  'watches:write': 'put accounts on the watch list, and remove them',
  history: 'read which bans by Steam were seen on accounts of the watch list',
  joins: 'read who joined your game servers, and whom the policy refused',
  verdicts: 'ask what the policy decides about accounts',
}

/** A new code is a compile error until it has a title. */
const toolTokenErrorTitles: Record<ToolTokenErrorCode, string> = {
  token_name_missing: 'No name',
  token_name_too_long: 'The name is too long',
  token_name_has_account: 'The name contains an account',
  scopes_missing: 'No scopes',
  scope_unknown: 'No such scope',
  name_taken: 'The name is in use',
  tokens_full: 'Too many tokens',
  no_token: 'No such token',
  token_gone: 'No such token',
}

/** English texts about the tokens of tools. */
export const en = {
  commands: {
    token: { name: 'token', description: 'Let tools read and change data of this server over HTTP' },
  },
  tokenSubcommands: {
    create: { name: 'create', description: 'Make a token for a tool; it is shown only once' },
    list: { name: 'list', description: 'Show the tokens: what they may do, who made them, and when they were used' },
    revoke: { name: 'revoke', description: 'End a token at once' },
  },
  tokenOptions: {
    name: { name: 'name', description: 'The tool, as you call it' },
    scopes: {
      name: 'scopes',
      description: 'Some of: bans:read bans:write watches:read watches:write history joins verdicts',
    },
    until: { name: 'until', description: 'When it ends: 30d, 6mo or a date such as 2027-12-31; otherwise in a year' },
  },
  toolScopes,
  buttons: { revokeTool: 'Revoke', toolTokens: 'All tokens' },
  toolTokens: {
    title: 'Tokens of tools',
    created: (name: string) => `Token for ${name}`,
    may: 'With it, the tool may:',
    ends: (when: string) => `It ends on ${when}.`,
    once: 'It is shown only now. Keep it secret: whoever has it can do the same.',
    tryIt: 'This shows whether it works, and what it may do:',
    noPublicUrl:
      'The person who runs the bot has not set HTTP_PUBLIC_URL, the address of the HTTP interface. Ask for it, and send the token as a header:',
    empty: 'No tool has a token. Make one with /token create.',
    madeBy: (who: string, when: string) => `made by ${who} ${when}`,
    untilWhen: (when: string) => `ends on ${when}`,
    expired: (when: string) => `ended on ${when}`,
    lastUsed: (when: string) => `last used ${when}`,
    neverUsed: 'never used',
    room: (count: number, limit: number) =>
      `${number(count)} of ${counted(limit, { one: 'token', other: 'tokens' })} in use`,
    chooseToRevoke: 'Revoke a token',
    revokeQuestion: (name: string) => `Revoke the token ${name}?`,
    revokeHint: 'The tool then gets no more answers. A new token has to be put into the tool by hand.',
    revoked: (name: string) => `The token ${name} is revoked`,
    revokedHint: 'What the tool has changed stays as it is; /watch list with show:log shows it.',
  },
  /** The message in the channel for alerts about new tokens. Names and times are formatted for Markdown by the caller. */
  newTokens: {
    title: (name: string) => `New token for a tool: ${name}`,
    digestTitle: (count: number) => `New tokens for ${tools(count)}`,
    may: 'With it, the tool may:',
    hint: 'If nobody here should have made it, revoke it.',
    digestHint: 'If nobody here should have made them, revoke them.',
    notShown: 'This cannot be shown in full because of an error in Rapsheet. /token list shows all tokens.',
  },
  /** Changes in the log, without their author. */
  toolLog: {
    tool_token_created: (name: string, scopes: string) => `made the token ${name} for a tool · ${scopes}`,
    tool_token_revoked: (name: string, scopes: string) => `revoked the token ${name} of a tool · ${scopes}`,
  },
  csv: {
    actions: { tool_token_created: 'token of a tool made', tool_token_revoked: 'token of a tool revoked' },
  },
  toolTokenErrorTitles,
  /** What is wrong, and what to do next. */
  toolTokenErrors: {
    token_name_missing: 'Give a name by which you know the tool.',
    token_name_too_long: (length: number, limit: number) =>
      `The name has ${counted(length, { one: 'character', other: 'characters' })}; at most ${number(limit)} fit.`,
    token_name_has_account:
      'What a tool changes is kept under the name of its token, from which the ID of an account could not be erased. Give another name.',
    /** Followed by the scopes, each with what it opens. */
    scopes_missing: 'Say what the tool may do, with one or more of these words:',
    scope_unknown: (word: string) => `**${word}** is no scope. There are:`,
    name_taken: (name: string) => `The token ${name} is still valid. Give another name, or revoke it first.`,
    tokens_full: (limit: number) =>
      `A server has room for ${counted(limit, { one: 'token', other: 'tokens' })}. Revoke one first, with /token list.`,
    no_token: (name: string) => `There is no token ${name}. /token list shows all.`,
    token_gone: 'This token exists no more. /token list shows all.',
  },
}
