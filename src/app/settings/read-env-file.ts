import { lstat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parse } from 'dotenv'
import { closestMatch } from 'leven'
import { decodeText } from '../../text/decode-text.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { explainUnreadable, nameUser, readRegularFile } from './read-named-file.ts'
import { SettingsError } from './read-settings.ts'
import { SETTINGS } from './settings.ts'

const MAX_BYTES = 1024 * 1024

/** What a `.env` says. */
export interface EnvFile {
  /** The absolute path; undefined if there is no such file. */
  path: string | undefined
  values: Record<string, string>
  /** Warnings for the operator. */
  warnings: string[]
}

/**
 * Reads `.env` in a folder. Only a file that does not exist is the same as none: a start without the settings in it would be open to
 * everybody, and `forget` would erase in another database. Throws a SettingsError for a file that cannot be read or has a line that cannot.
 */
export async function readEnvFile(folder: string): Promise<EnvFile> {
  const path = resolve(folder, '.env')
  const bytes = await readRegularFile(path, MAX_BYTES).catch(async (error: unknown) => {
    // A link that leads nowhere, such as to a disk that is not mounted, says that there should be settings.
    const isLink = () =>
      lstat(path).then(
        () => true,
        () => false,
      )
    if (systemCodeOf(error) === 'ENOENT' && !(await isLink())) return undefined
    const message = `The user ${nameUser()} cannot read the settings in ${path}: ${explainUnreadable(error)}`
    throw new SettingsError(message, { cause: error })
  })
  if (bytes === undefined) return { path: undefined, values: {}, warnings: [] }
  const text = decodeText(bytes)?.text
  if (text === undefined)
    throw new SettingsError(`${path} is not a text. Save it as UTF-8; .env.example is one to start from.`)
  return { path, ...readLines(path, text) }
}

/** Reads the lines one by one, because the parser leaves out lines that it cannot read and names that it has read before. */
function readLines(path: string, text: string) {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  const unreadable: number[] = []
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const [entry] = Object.entries(parse(line))
    if (!entry) unreadable.push(index + 1)
    else {
      if (values.has(entry[0])) repeated.add(entry[0])
      values.set(...entry)
    }
  }
  if (unreadable.length > 0) {
    const lines = `${unreadable.length === 1 ? 'Line' : 'Lines'} ${unreadable.join(', ')}`
    throw new SettingsError(`${lines} of ${path} cannot be read; write NAME=value, or begin a comment with #.`)
  }
  const warnings = [...repeated].map((name) => `${path} sets ${name} more than once; the last value is used.`)
  return { values: Object.fromEntries(values), warnings }
}

/** Adds the values of `.env` to an environment, whose own values take precedence, apart from empty ones, which count as not set. */
export function addMissing(environment: Record<string, string | undefined>, values: EnvFile['values']): void {
  for (const [name, value] of Object.entries(values))
    if (!Object.hasOwn(environment, name) || !environment[name]?.trim()) environment[name] = value
}

/** Warns about names in `.env` that are not settings, and about names in the environment that probably should be. */
export function warnOfNames(
  { values }: Pick<EnvFile, 'values'>,
  environment: Record<string, string | undefined>,
): string[] {
  const inFile = Object.keys(values)
  const others = Object.keys(environment).filter((name) => !inFile.includes(name))
  return [...unknownSettings(inFile), ...misspeltSettings(others)]
}

const NAMES = Object.keys(SETTINGS)
const findMeant = (name: string, among: string[]) => closestMatch(name.toUpperCase(), among, { maxDistance: 2 })

/** Warns about names in `.env` that are not settings. */
function unknownSettings(names: string[]): string[] {
  return names
    .filter((name) => !NAMES.includes(name))
    .map((name) => {
      const meant = findMeant(name, NAMES)
      const hint = meant ? `did you mean ${meant}?` : '.env.example lists all settings.'
      return `.env sets ${name}, which is not a setting of Rapsheet; ${hint}`
    })
}

/**
 * Minimum length of a setting's name for which misspellings are looked for. A shorter name resembles variables of other programs: the
 * setting PAGE resembles the variable PAGER.
 */
const MIN_CHARACTERS_IN_ENVIRONMENT = 8

/** Warns about names in the environment that are probably misspelt settings: similar to a setting, with the same beginning. */
function misspeltSettings(names: string[]): string[] {
  return (
    names
      // Other programs have settings that begin with HTTPS_, such as HTTPS_PORT; Rapsheet has none.
      .filter((name) => !NAMES.includes(name) && !name.startsWith('HTTPS_'))
      .flatMap((name) => {
        // The beginnings of names are compared too, because SMTP_PORT differs from HTTP_PORT as little as a misspelling does.
        const alike = NAMES.filter(
          (known) => known.length >= MIN_CHARACTERS_IN_ENVIRONMENT && isAlikeAtStart(name, known),
        )
        const meant = findMeant(name, alike)
        return meant ? [`The environment sets ${name}, which is not a setting of Rapsheet; did you mean ${meant}?`] : []
      })
  )
}

const isAlikeAtStart = (name: string, known: string) => name.slice(0, 2).toUpperCase() === known.slice(0, 2)
