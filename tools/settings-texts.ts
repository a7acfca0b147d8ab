import { SECTIONS, type Setting } from '../src/app/settings/settings.ts'

/** Settings that `.env.example` sets, to nothing; it shows all others as comments with their defaults. */
const ACTIVE = new Set(['STEAM_API_KEY', 'DISCORD_TOKEN'])

const HEADER = `# Rapsheet's settings. Copy this file to .env and change what you need; commented lines show the defaults.
# Write values without quotes and without a comment after them, so that npm start, systemd and Docker read them alike.`

const sections = Object.entries<Record<string, Setting>>(SECTIONS)

/** The text of `.env.example`. */
export const envExample = (): string =>
  [
    HEADER,
    ...sections.flatMap(([title, settings]) => [
      `# --- ${title} ---`,
      ...Object.entries(settings).map(([name, { about, accepts, default: value = '' }]) =>
        [`# ${about}.`, `# Accepts ${accepts}.`, `${ACTIVE.has(name) ? '' : '# '}${name}=${value}`].join('\n'),
      ),
    ]),
  ].join('\n\n') + '\n'

/** The text of `docs/admins/settings.md` with the table of each section renewed. */
export const withTables = (page: string): string =>
  sections.reduce((text, [title, settings]) => {
    const rows = Object.entries(settings).map(
      ([name, { default: value, about }]) =>
        `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${about} |`,
    )
    const table = ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
    const [before = '', after] = text.split(`\n## ${title}\n`)
    if (after === undefined) throw new Error(`docs/admins/settings.md has no section ${title}`)
    return `${before}\n## ${title}\n${after.replace(/^\|.*\n(\|.*\n)*/m, () => `${table}\n`)}`
  }, page)
