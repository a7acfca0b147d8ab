import { policyStatus, type TokenStatus } from '../policy-status.ts'
import { hasRules } from '../judge-rules.ts'
import { createToken, revokeToken, MAX_TOKEN_NAMES, type CreatedToken } from '../tokens.ts'
import { MAX_TOKEN_NAME_CHARACTERS } from '../../model/token-name.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { OPTIONS, SUBCOMMANDS, type Texts } from './texts.ts'
import { codeBlock, userMention } from 'discord.js'
import { ICONS } from '../../lib/tone.ts'
import { stripInvisible } from '../../lib/visible-text.ts'
import { confirmAction, questionView } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { listView, menuRows } from '../../discord/list.ts'
import { button, createView, row, type View } from '../../discord/view.ts'
import { onePage, relativeTime } from '../../discord/views/parts.ts'
import { formatLine, formatServer } from './policy-parts.ts'
import { z } from 'zod'

/** Shows the game servers that have tokens. */
export const listTokens: Task = {
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    const status = await policyStatus(context, actorOf(invocation).guildId)
    await reply.show(tokensView(status?.tokens ?? [], texts))
  },
}

/** The names of the actions that ask whether to revoke a token, and that revoke it. */
const TOKEN = 'policytoken'
const REVOKE = 'policyrevoke'

const makeToken = (name: string): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    const actor = actorOf(invocation)
    const created = await createToken(context, { ...actor, name })
    const status = await policyStatus(context, actor.guildId)
    const rules = status?.policy.terms.rules ?? {}
    await reply.show(tokenCreatedView(created, { publicUrl: context.publicUrl, hasRules: hasRules(rules) }, texts))
  },
})

export const tokenSubcommand: Subcommand = {
  name: SUBCOMMANDS.token,
  build: (command) =>
    command.addStringOption((option) => localized(option, OPTIONS.name).setMaxLength(MAX_TOKEN_NAME_CHARACTERS)),
  createTask(options) {
    const name = options.getString('name')
    return name === null ? listTokens : makeToken(name)
  },
}

export const tokenActions: Action[] = [
  {
    // The menu of the tokens, and the button below a new one; the answer is a new message, so that the list and the new token, which is shown only once, stay.
    name: TOKEN,
    defersReply: true,
    createTask(args, { values }) {
      const choice = readChoiceValue(values[0] ?? args.join(':'))
      return {
        cost: 'free',
        permission: 'ManageGuild',
        run: ({ reply, texts }) => reply.show(revokeQuestionView(choice, texts)),
      }
    },
  },
  confirmAction({
    name: REVOKE,
    args: z.array(z.string()).transform((args) => readChoiceValue(args.join(':'))),
    permission: 'ManageGuild',
    async run(invocation, choice) {
      const { context, reply, texts } = invocation
      await revokeToken(context, { ...actorOf(invocation), ...choice })
      await reply.show(revokedView(choice, texts))
    },
  }),
]

/** Shows a new token in the line for the game server; no later message shows it. Says what is still missing: a public URL, or rules. */
export function tokenCreatedView(
  { token, name, isReplacement }: CreatedToken,
  { publicUrl, hasRules }: { publicUrl: string | undefined; hasRules: boolean },
  texts: Texts,
): View {
  const { policyToken: words } = texts
  const parts = [
    `## 🔑 ${words.created({ name: formatLine(name) })}`,
    publicUrl === undefined
      ? `${ICONS.restricted} ${words.noPublicUrl}\n${codeBlock(`/game/${token}`)}`
      : `${words.paste}\n${codeBlock(gameEndpointLine(publicUrl, token))}`,
    [
      texts.tokens.once,
      words.failureMode,
      ...(isReplacement ? [`${ICONS.limited} ${words.replaced}`] : []),
      ...(hasRules ? [] : [`${ICONS.restricted} ${texts.policy.noRefusal}`]),
    ].join('\n'),
  ]
  const revoke = button('🗑️', texts.buttons.revokeNow, toChoiceId(TOKEN, { name, isReplacedOnly: true }))
  return createView(publicUrl === undefined ? 'restricted' : 'neutral', parts, [row(isReplacement ? [revoke] : [])])
}

/** The game servers that have tokens, with a menu to revoke tokens. */
export function tokensView(tokens: readonly TokenStatus[], texts: Texts): View {
  const { policyToken: words } = texts
  const current = tokens.filter(({ replaced }) => replaced === null)
  return listView(
    {
      head: [`## 🔑 ${words.title}`],
      page: onePage(tokens),
      format: (token) =>
        `- ${formatServer(token, texts)} · ${texts.tokens.madeBy({ who: userMention(token.createdBy), when: relativeTime(token.createdAt) })}`,
      empty: words.empty,
      foot: [
        words.failureMode,
        `-# ${texts.common.room({ count: current.length, limit: MAX_TOKEN_NAMES })} · ${words.hint}`,
      ],
      menu: revokeMenu(tokens, texts),
    },
    texts,
  )
}

/** A menu with each name once, and a second time if a replaced token of that name still works. */
function revokeMenu(tokens: readonly TokenStatus[], texts: Texts) {
  const choices = new Map(
    tokens.map(({ name, replaced }) => {
      const choice = { name, isReplacedOnly: replaced !== null }
      return [toChoiceValue(choice), choice] as const
    }),
  )
  const options = [...choices].map(([value, { name, isReplacedOnly }]) => ({
    label: stripInvisible(name) || '?',
    value,
    ...(isReplacedOnly && { description: texts.policyToken.replacedOption }),
  }))
  return menuRows(toCustomId(TOKEN), texts.tokens.chooseToRevoke, options)
}

/** Asks whether to revoke a token, and says what happens to its game server. */
export function revokeQuestionView(choice: TokenChoice, texts: Texts): View {
  const { policyToken: words, tokens } = texts
  const question = (choice.isReplacedOnly ? words.revokeReplacedQuestion : tokens.revokeQuestion)({
    name: formatLine(choice.name),
  })
  return questionView([`### ${ICONS.restricted} ${question}`, words.revokeHint], toChoiceId(REVOKE, choice), texts)
}

export function revokedView({ name, isReplacedOnly }: TokenChoice, { policyToken, tokens }: Texts): View {
  const shown = formatLine(name)
  return createView(
    'neutral',
    [`### 🗑️ ${(isReplacedOnly ? policyToken.revokedReplaced : tokens.revoked)({ name: shown })}`],
    [],
  )
}

const toChoiceId = (action: string, choice: TokenChoice) => toCustomId(action, ...toChoiceValue(choice).split(':'))

/** Which tokens of a game server are to be revoked: only the replaced tokens, or all. */
interface TokenChoice {
  name: string
  isReplacedOnly: boolean
}

const SCOPES = { all: false, replaced: true } as const

/** Converts a choice to the value of a menu option. Split at its colons, the value is also the arguments of a custom id. */
const toChoiceValue = ({ name, isReplacedOnly }: TokenChoice): string =>
  `${isReplacedOnly ? 'replaced' : 'all'}:${name}`

/** Parses a choice; throws for any other text. */
function readChoiceValue(value: string): TokenChoice {
  const [scope, ...name] = value.split(':')
  return { name: name.join(':'), isReplacedOnly: SCOPES[z.enum(['all', 'replaced']).parse(scope)] }
}

/**
 * The line for `server.cfg` that makes a game server ask for the verdicts of a token. `publicUrl` is the URL under which the game
 * server reaches this service; the game adds a slash and the id of the player.
 * @example
 *   gameEndpointLine('https://rapsheet.example', 'rsp_abc')
 *   // 'server.bansServerEndpoint "https://rapsheet.example/game/rsp_abc"'
 */
function gameEndpointLine(publicUrl: string, token: string): string {
  const base = new URL(publicUrl).href.replace(/(?<!\/)\/+$/, '')
  return `server.bansServerEndpoint "${base}/game/${token}"`
}
