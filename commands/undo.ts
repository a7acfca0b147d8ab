import { findProfiles } from '../src/accounts/find-profiles.ts'
import { formatNameAndId } from '../src/accounts/discord/views/account-parts.ts'
import { bannedLine, formatBanned, privateLines } from '../src/bans/discord/ban-parts.ts'
import { formatAuthor } from '../src/discord/author.ts'
import { actorOf } from '../src/discord/actor.ts'
import type { Action, Invocation } from '../src/discord/command.ts'
import { UNDO, undoArguments, undoButtons, undoPermissions } from '../src/discord/undo.ts'
import { charactersLeft, createView, fitLines, row, type View } from '../src/discord/view.ts'
import type { SteamId } from '../src/model/steam-id.ts'
import type { Undo } from '../src/model/undo.ts'
import type { Invocation as PolicyInvocation } from '../src/policy/discord/command.ts'
import { exceptionLines } from '../src/policy/discord/policy-exceptions-view.ts'
import type { Invocation as WatchInvocation, UndoContext } from '../src/watch/discord/command.ts'
import { watchLines } from '../src/watch/discord/watch-parts.ts'

type UndoInvocation = PolicyInvocation & WatchInvocation & Invocation<UndoContext>
type Texts = UndoInvocation['texts']
type Names = ReadonlyMap<SteamId, { name: string }>

/** The Undo button of a change: for everybody who may make such a change, within a day. */
export const undoAction: Action<UndoInvocation> = {
  name: UNDO,
  runsOnce: true,
  createTask(given) {
    const args = undoArguments.parse(given)
    return {
      cost: 'free',
      permission: undoPermissions(args),
      errorAsFollowUp: true,
      async run(invocation) {
        const { context, callContext, reply, texts, userId, editPressed } = invocation
        const [needs, id] = args
        const { undone, imported, undo } = await context.undoChange(`${needs}:${id}`, actorOf(invocation))
        if (imported) {
          const { number: importNumber, count } = imported
          await reply.show(createView('neutral', [`### ↩️ ${texts.banImport.undone({ importNumber, count })}`], []))
        } else {
          const accounts = [...undone.exceptions, ...undone.watches].map(({ steamId }) => steamId)
          const names = await findProfiles(context, [...new Set(accounts)].slice(0, MAX_NAMED), callContext)
          await reply.show(undoneView(undone, names, undoButtons(undo, texts), texts))
        }
        const changed = new Set([...undone.bans, ...undone.watches, ...undone.exceptions].map(({ steamId }) => steamId))
        const [only] = changed.size === 1 ? changed : []
        // Without Undo, which a second tap on the same place would press.
        await editPressed(only, (own) => ({ line: `↩️ ${formatAuthor(userId)} · ${own.undo.done}`, undo: null }))
      },
    }
  },
}

/** Number of accounts that are named; others are shown by their ids. */
const MAX_NAMED = 25

/** Says what is so again. */
function undoneView(
  { bans, exceptions, watches }: Undo,
  names: Names,
  buttons: ReturnType<typeof undoButtons>,
  texts: Texts,
): View {
  const account = (steamId: SteamId) => formatNameAndId({ steamId, name: names.get(steamId)?.name ?? null }, texts)
  const { banlist, watch, policyExceptions } = texts
  const lines = [
    ...bans.flatMap(({ steamId, before, after }) => {
      const banned = formatBanned(before ?? after ?? { steamId, name: '' }, texts)
      return before
        ? [banlist.banned({ account: banned }), bannedLine(before, texts), ...privateLines(before, texts)]
        : [banlist.lifted({ account: banned })]
    }),
    ...exceptions.flatMap(({ steamId, before }) =>
      before
        ? [policyExceptions.added({ account: account(steamId) }), ...exceptionLines(before, texts)]
        : [policyExceptions.removed({ account: account(steamId) })],
    ),
    ...watches.flatMap(({ steamId, before }) =>
      before
        ? [watch.added({ account: account(steamId) }), ...watchLines(before, { steamId, name: null }, texts)]
        : [watch.removed({ account: account(steamId) })],
    ),
  ]
  const head = `### ↩️ ${texts.undo.done}`
  return createView('neutral', [head, fitLines(lines, charactersLeft([head]), texts.common.leftOut)], [row(buttons)])
}
