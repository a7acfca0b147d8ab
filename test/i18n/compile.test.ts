import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileMessages } from '../../tools/messages/compile.mjs'
import { folderForTest } from '../support/folder.ts'

const ENGLISH = {
  'commands.names.watch': 'watch',
  'commands.names.list': 'list',
  'commands.watch.commands.watch.description': 'Watches',
  'commands.watch.subcommands.list.description': 'Shows',
  'watch.buttons.add': 'Add {count, plural, one {# account} other {# accounts}}',
  'watch.hint': 'See `/watch list`, then */watch list* of {name}.',
  'watch.status': '{status, select, banned {trade ban} other {{status}}}',
  'watch.done': '{count, plural, one {*#* account of {name}} other {*#* accounts of {name}}}',
  'watch.csv.name': 'name',
}

/** A project with these catalogues, which have the English messages above unless they say otherwise. */
function projectWith(catalogues: Record<string, Record<string, string>>): string {
  const root = folderForTest()
  mkdirSync(join(root, 'i18n'))
  const all: Record<string, Record<string, string>> = { en: ENGLISH, ...catalogues }
  for (const [language, messages] of Object.entries(all)) {
    const entries = Object.entries(messages).map(([key, defaultMessage]) => [key, { defaultMessage }])
    writeFileSync(join(root, `i18n/${language}.json`), JSON.stringify(Object.fromEntries(entries)))
  }
  return root
}

const mistakesOf = (messages: Record<string, string>, language = 'ru') =>
  compileMessages(projectWith({ [language]: messages })).errors

test.each([
  ['an unknown key', { 'watch.other': 'Другое' }, 'i18n/en.json has no such message'],
  [
    'a missing argument',
    { 'watch.hint': 'См. `/watch list`, затем */watch list*.' },
    'it has the arguments (), in English (name: string)',
  ],
  [
    'another type of an argument',
    { 'watch.hint': '`/watch list` */watch list* {name, number}' },
    '(name: number), in English (name: string)',
  ],
  ['a missing plural', { 'watch.buttons.add': '{count, plural, one {#} few {#} other {#}}' }, 'a plural lacks "many"'],
  ['a plural of another language', { 'watch.buttons.add': '{count, plural, two {#} other {#}}' }, 'two'],
  [
    'another command',
    { 'watch.hint': '`/watch list` */watch add* {name}' },
    'it has the words, commands, code and marks',
  ],
  [
    'a missing mark',
    { 'watch.hint': '`/watch list` /watch list {name}' },
    'it has the words, commands, code and marks',
  ],
  [
    'a mark that is missing in one branch',
    { 'watch.done': '{count, plural, one {# у {name}} few {*#* у {name}} many {*#* у {name}} other {*#* у {name}}}' },
    'it has the words, commands, code and marks [{name}], in English ["*", "*", {name}]',
  ],
  [
    'an argument that is missing in one branch',
    { 'watch.done': '{count, plural, one {*#* у {name}} few {*#*} many {*#* у {name}} other {*#* у {name}}}' },
    'it has the words, commands, code and marks ["*", "*"], in English',
  ],
  ['mark-up', { 'watch.hint': '`/watch list` */watch list* <b>{name}</b>' }, 'it has "<" or ">"'],
  [
    'a long button',
    { 'watch.buttons.add': `{count, plural, one {#} few {#} many {# ${'о'.repeat(80)}} other {#}}` },
    'it can be 90 characters long, and 80 fit',
  ],
  ['the name of a command in capital letters', { 'commands.names.watch': 'Наблюдать' }, 'lower case letters'],
  ['a table', { 'watch.csv.name': 'имя' }, 'tables are written in English and German only'],
  [
    'an offset',
    { 'watch.buttons.add': '{count, plural, offset:1 one {#} few {#} many {#} other {#}}' },
    '"offset:" is not supported',
  ],
  ['a date', { 'watch.hint': '`/watch list` */watch list* {name, date}' }, 'is not supported; use {name, number}'],
  [
    'a translated choice',
    { 'watch.status': '{status, select, забанен {бан} other {{status}}}' },
    'it has the choices (status=other, status=забанен), in English (status=banned, status=other)',
  ],
  ['full-width braces', { 'watch.hint': '`/watch list` */watch list* {name} ｛name｝' }, 'it has full-width braces'],
  ['a straight apostrophe', { 'watch.hint': "`/watch list` */watch list* d'{name}" }, 'write ’'],
  ['an open brace', { 'watch.hint': '`/watch list` */watch list* {name' }, 'Unexpected message end'],
  ['nothing', { 'watch.hint': ' ' }, 'it is empty'],
])('%s is a mistake, and nothing is written', (_, messages, problem) => {
  const root = projectWith({ ru: messages })
  const { errors } = compileMessages(root)
  expect(errors.join('\n')).toContain(problem)
  expect(errors.join('\n')).toContain(`i18n/ru.json: "${Object.keys(messages)[0]}"`)
  expect(existsSync(join(root, 'i18n/compiled'))).toBe(false)
})

test('a file that is not JSON, an entry without a message, and a name that is no language say what to do', () => {
  const root = projectWith({ jp: {}, ja_JP: {}, 'ja-jp': {} })
  writeFileSync(join(root, 'i18n/de.json'), '{ "a": {}, }')
  writeFileSync(join(root, 'i18n/fr.json'), '{ "watch.hint": "Voir" }')
  const { errors } = compileMessages(root)
  expect(errors).toEqual([
    expect.stringContaining('i18n/de.json is not JSON: '),
    'i18n/fr.json: "watch.hint": write it as { "defaultMessage": "…" }',
    ...['ja-jp', 'ja_JP', 'jp'].map(
      (name) => `i18n/${name}.json: "${name}" is no language; name the file by a tag such as "ja" or "pt-BR"`,
    ),
  ])
})

test.each([
  ['es-ES', ['many']],
  ['pt-BR', ['many']],
  ['fr', ['many']],
  ['cs', ['many']],
])('in %s a plural needs no category that only millions or fractions have', (language) => {
  const categories = language === 'cs' ? 'one {#} few {#}' : 'one {#}'
  expect(mistakesOf({ 'watch.buttons.add': `{count, plural, ${categories} other {#}}` }, language)).toEqual([])
})

test('a name of a command that is translated is the one that sentences have to use', () => {
  const names = { 'commands.names.watch': 'beobachten', 'commands.names.list': 'liste' }
  const hint = (command: string) => ({ ...names, 'watch.hint': `Sieh \`${command}\`, dann *${command}* von {name}.` })
  expect(mistakesOf(hint('/beobachten liste'), 'de')).toEqual([])
  expect(mistakesOf(hint('/watch list'), 'de').join('')).toContain('/watch (no command)')
})

test('a choice of an option that a sentence names has its label in the language', () => {
  const messagesWith = (label: string, hint: string) => ({
    'commands.watch.modes.observe': label,
    'commands.names.mode': 'mode',
    'commands.watch.options.mode.description': label,
    'watch.mode': `${hint}: *observe*`,
    'watch.off': `${hint} mode:observe.`,
  })
  const en = { ...ENGLISH, ...messagesWith('observe', 'Mode') }
  const mistakes = (label: string) => compileMessages(projectWith({ en, de: messagesWith(label, 'Modus') })).errors
  expect(mistakes('observe')).toEqual([])
  expect(mistakes('obs.').join('')).toContain('[mode:observe. (no choice)], in English [mode:observe]')
  expect(mistakes('aufzeichnen').join('')).toContain('["*", "*"], in English ["*", "*", observe]')
})

test('messages that a language lacks are named, and those of Latin America are the ones of Spain', () => {
  const spanish = { 'watch.hint': 'Mira `/watch list` y */watch list* de {name}.' }
  const { missing } = compileMessages(projectWith({ 'es-ES': spanish, 'es-419': {} }))
  const names = [
    'commands.names.watch',
    'commands.names.list',
    'commands.watch.commands.watch.description',
    'commands.watch.subcommands.list.description',
    'watch.buttons.add',
    'watch.status',
    'watch.done',
  ]
  expect(missing).toEqual([
    { language: 'es-419', keys: names },
    { language: 'es-ES', keys: names },
  ])
})
