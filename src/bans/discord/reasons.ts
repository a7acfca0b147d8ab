import { bold } from 'discord.js'
import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { typedInto } from '../../discord/form.ts'
import { formatSpan } from '../../discord/note-fields.ts'
import { button, charactersLeft, createView, fitLines, row, type View } from '../../discord/view.ts'
import { BAN_TEXTS } from '../../model/ban.ts'
import { MAX_PRESETS, type Preset } from '../../model/preset.ts'
import { formatPresets, setPresets, versionOf } from '../presets.ts'
import type { Form, Subcommand } from './command.ts'
import { SUBCOMMANDS, type Texts } from './texts.ts'

const REASONS = 'reasons'
/** Discord's limit for a text in a form, more than the longest reasons take. */
const MAX_TEXT = 4_000

const argumentsSchema = z.tuple([z.string().optional()])

/** `/settings reasons`: the usual reasons for bans, and a button that opens them in a form. */
export const reasonsSubcommand: Subcommand = {
  name: SUBCOMMANDS.reasons,
  createTask: () => ({
    cost: 'free',
    permission: 'ManageGuild',
    async run(invocation) {
      const { context, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      await reply.show(presetsView(await context.database.read(({ guilds }) => guilds.presets(guildId)), texts))
    },
  }),
}

/** The form with the usual reasons of a server, each on a line. */
export const reasonsForm: Form = {
  name: REASONS,
  isEdit: true,
  permission: 'ManageGuild',
  async open(_, { presets: words }, { context, guildId }) {
    const presets = guildId === null ? [] : await context.database.read(({ guilds }) => guilds.presets(guildId))
    return {
      customId: toCustomId(REASONS, versionOf(presets)),
      title: words.title,
      fields: [
        {
          kind: 'text',
          name: REASONS,
          label: words.label,
          description: words.hint,
          value: formatPresets(presets),
          maxLength: MAX_TEXT,
          isRequired: false,
          isMultiline: true,
        },
      ],
    }
  },
  createTask(args, { fields }) {
    const [version = ''] = argumentsSchema.parse(args)
    const text = fields.texts.get(REASONS) ?? ''
    return {
      cost: 'free',
      form: { customId: toCustomId(REASONS), typed: typedInto(fields) },
      async run(invocation) {
        const { context, reply, texts } = invocation
        const presets = await setPresets(context, { ...actorOf(invocation), text, version })
        await reply.show(presetsView(presets, texts, texts.presets.saved))
      },
    }
  },
}

/** The usual end of a reason in words. */
export const formatUsualEnd = ({ end }: Preset, { language, ownBan }: Pick<Texts, 'language' | 'ownBan'>): string =>
  end === '' ? ownBan.forGood : formatSpan(end, language)

/** The usual reasons with their ends, and what they are for. */
export function presetsView(presets: readonly Preset[], texts: Texts, saved?: string): View {
  const { presets: words, buttons, common } = texts
  const head = `## 📋 ${words.title}${saved === undefined ? '' : `\n${saved}`}\n`
  const foot = `\n-# ${words.use}`
  const lines = presets.map(
    (preset) =>
      `• ${bold(escapeMarkdown(preset.reason, BAN_TEXTS.reason.maxCharacters))} · ${formatUsualEnd(preset, texts)}`,
  )
  const list =
    presets.length === 0
      ? words.none({ limit: MAX_PRESETS })
      : fitLines(lines, charactersLeft([head, foot]), common.leftOut)
  return createView(
    saved === undefined ? 'neutral' : 'clean',
    [`${head}${list}${foot}`],
    [row([button('✏️', buttons.edit, toCustomId(REASONS))])],
  )
}
