import { z } from 'zod'
import { accountFields } from '../../accounts/discord/account-task.ts'
import { rememberedName } from '../../accounts/find-profiles.ts'
import type { FormField, FormInput } from '../../discord/command.ts'
import { actorOf } from '../../discord/actor.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { typedInto } from '../../discord/form.ts'
import { formTitle } from '../../discord/form-title.ts'
import { readUntil, untilFields } from '../../discord/note-fields.ts'
import { pendingId } from '../../discord/pending.ts'
import { steamIdSchema } from '../../model/account.ts'
import { BAN_TEXTS, BanError, type BanText, PRIVATE_TEXTS } from '../../model/ban.ts'
import { MAX_PRESETS, type Preset } from '../../model/preset.ts'
import { mapValues } from '../../model/objects.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { TypedBan } from '../add-bans.ts'
import { toBanReason } from '../ban-texts.ts'
import { findOwnBan } from '../find-own-ban.ts'
import { banGiven, GIVEN, readGiven } from './add.ts'
import { SEPARATOR } from '../presets.ts'
import { banAndShow, withNames } from './ban.ts'
import { BAN } from './ban-parts.ts'
import type { Form, Invocation } from './command.ts'
import { formatUsualEnd } from './reasons.ts'
import type { Texts } from './texts.ts'

/** The argument of a form for the accounts in a text that is kept under the id that follows. */
const LIST = 'list'
const argumentsSchema = z.union([z.tuple([steamIdSchema]), z.tuple([z.literal(LIST), pendingId])])

/** The form of the button *Ban*, and of `/banlist add` without a reason, which fills in the accounts. */
export const banForm: Form = {
  name: BAN,
  // The card, which would offer it again, becomes the answer.
  isEdit: true,
  permission: 'BanMembers',
  async open(args, texts, { context, guildId, typed, pending }) {
    const { account: text } = typed
    const [first, id] =
      text === undefined ? argumentsSchema.parse(args) : ([LIST, await pending.save(GIVEN, text)] as const)
    const [name, presets] = await Promise.all([
      id === undefined
        ? rememberedName(context, first)
        : texts.commas(readGiven(text ?? (await pending.load(GIVEN, id))).accounts),
      guildId === null ? [] : context.presets.of(guildId),
      // What was typed before is not lost: it is asked whether to replace the other ban.
      id === undefined && Object.keys(typed).length === 0 ? refuseBanned(context, guildId, first) : undefined,
    ])
    const sentence = context.gameReason(guildId, toBanReason(typed['reason'] ?? '') || '…', texts.language)
    return {
      customId: toCustomId(BAN, first, ...(id === undefined ? [] : [id])),
      title: formTitle(texts.banForm.title, name),
      fields: [
        ...(presets.length === 0
          ? [textField('reason', texts), ...untilFields(texts)]
          : [...presetFields(presets, texts), ...untilFields(texts, { kept: texts.banForm.usualEnd })]),
        ...PRIVATE_TEXTS.map((each) => textField(each, texts)),
      ],
      // Discord shows five parts, which the fields are where there are usual reasons.
      ...(presets.length === 0 && { text: texts.banForm.playerReads({ sentence: escapeMarkdown(sentence, 200) }) }),
    }
  },
  createTask(args, { fields }) {
    const [first, id] = argumentsSchema.parse(args)
    const isList = id !== undefined
    return {
      cost: 'lookup',
      ...(isList ? {} : accountFields(first)),
      form: { customId: toCustomId(BAN, ...args), typed: typedInto(fields) },
      async run(invocation) {
        const typed = await readBan(fields, invocation)
        if (isList) return banGiven(await invocation.pending.load(GIVEN, id), typed).run(invocation)
        await banAndShow(invocation, { accounts: await withNames(invocation, [first]), ...typed })
      },
    }
  },
}

/** Throws `already_banned` for an account that the server has banned. */
async function refuseBanned(context: Invocation['context'], guildId: string | null, steamId: SteamId): Promise<void> {
  const found = guildId === null ? null : await findOwnBan(context, guildId, steamId)
  if (found?.state === 'banned' && found.details) throw new BanError({ code: 'already_banned', ban: found.details })
}

/** The name of the menu of usual reasons, and its option for another one. */
const PRESET = 'preset'
const OTHER = 'other'

/** The fields for the reason in a server that has usual ones. Their values are what is shown, so that a later change does not change the ban. */
function presetFields(presets: readonly Preset[], texts: Texts): FormField[] {
  const { reason, otherReason, otherReasonHint } = texts.banForm
  const options = presets.map((preset) => ({
    value: `${preset.end}${SEPARATOR}${preset.reason}`,
    label: preset.reason,
    description: formatUsualEnd(preset, texts),
    isChosen: false,
  }))
  // A menu has at most 25 options. Nothing needs to be chosen from it, so that there is another reason without this option too.
  const other = options.length < MAX_PRESETS ? [{ value: OTHER, label: otherReason, isChosen: false }] : []
  return [
    { kind: 'menu', name: PRESET, label: reason, options: [...options, ...other], isOptional: true },
    { ...textField('reason', texts), label: otherReason, description: otherReasonHint, isRequired: false },
  ]
}

/** Reads the submitted ban. A reason that was typed counts before the menu, and ends as usual if it is one of the usual ones. */
async function readBan(fields: FormInput, invocation: Invocation): Promise<TypedBan> {
  const texts = mapValues(BAN_TEXTS, (_, name) => fields.texts.get(name) ?? '')
  const [end = '', preset = ''] = fields.choices.get(PRESET)?.[0]?.split(SEPARATOR) ?? []
  const isTyped = toBanReason(texts.reason) !== ''
  const reason = isTyped ? texts.reason : preset
  if (reason === '') throw new BanError({ code: 'ban_reason_missing' })
  const usual = isTyped ? await invocation.context.presets.endOf(actorOf(invocation).guildId, reason) : end
  return { ...texts, reason, until: readUntil(fields, usual) }
}

/** The field of the form for a text of the ban. A ban that people make in Discord needs a reason. */
export const textField = (name: BanText, { banForm, form }: Texts) => ({
  kind: 'text' as const,
  name,
  label: name === 'note' ? form.note : banForm.reason,
  description: banForm[`${name}Hint`],
  maxLength: BAN_TEXTS[name].maxCharacters,
  isRequired: name === 'reason',
  isMultiline: BAN_TEXTS[name].isMultiline,
})
