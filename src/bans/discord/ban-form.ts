import { z } from 'zod'
import { rememberedName } from '../../accounts/find-profiles.ts'
import type { FormField } from '../../discord/command.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { formTitle } from '../../discord/form-title.ts'
import { readUntil, untilFields } from '../../discord/note-fields.ts'
import { pendingId } from '../../discord/pending.ts'
import { steamIdSchema } from '../../model/account.ts'
import { BAN_TEXTS, type BanText, PRIVATE_TEXTS } from '../../model/ban.ts'
import { mapValues } from '../../model/objects.ts'
import { toBanReason } from '../ban-texts.ts'
import { banGiven, GIVEN, readGiven } from './add.ts'
import { banAndShow, banFields, withNames } from './ban.ts'
import { BAN } from './ban-parts.ts'
import type { Form } from './command.ts'
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
    const name =
      id === undefined
        ? await rememberedName(context, first)
        : texts.commas(readGiven(text ?? (await pending.load(GIVEN, id))).accounts)
    const sentence = context.gameReason(guildId, toBanReason(typed['reason'] ?? '') || '…', texts.language)
    return {
      permission: 'BanMembers',
      customId: toCustomId(BAN, first, ...(id === undefined ? [] : [id])),
      title: formTitle(texts.banForm.title, name),
      fields: [
        textField('reason', texts),
        ...untilFields(texts),
        ...PRIVATE_TEXTS.map((each) => textField(each, texts)),
      ],
      text: texts.banForm.playerReads({ sentence: escapeMarkdown(sentence, 200) }),
    }
  },
  createTask(args, { fields }) {
    const [first, id] = argumentsSchema.parse(args)
    const typed = { ...mapValues(BAN_TEXTS, (_, name) => fields.texts.get(name) ?? ''), until: readUntil(fields) }
    const isList = id !== undefined
    return {
      cost: 'lookup',
      permission: 'BanMembers',
      ...banFields(isList ? null : first, typed, toCustomId(BAN, ...args)),
      async run(invocation) {
        if (isList) return banGiven(await invocation.pending.load(GIVEN, id), typed).run(invocation)
        await banAndShow(invocation, { accounts: await withNames(invocation, [first]), ...typed })
      },
    }
  },
}

/** The field of the form for a text of the ban. A ban that people make in Discord needs a reason. */
export const textField = (name: BanText, { banForm }: Texts): FormField => ({
  kind: 'text',
  name,
  label: banForm[name],
  description: banForm[`${name}Hint`],
  maxLength: BAN_TEXTS[name].maxCharacters,
  isRequired: name === 'reason',
  isMultiline: BAN_TEXTS[name].isMultiline,
})
