import { readFile, writeFile } from 'node:fs/promises'
import { envExample, withTables } from './settings-texts.ts'

// Writes `.env.example` and the tables of `docs/admins/settings.md` from the table of settings.
await writeFile('.env.example', envExample())
await writeFile('docs/admins/settings.md', withTables(await readFile('docs/admins/settings.md', 'utf8')))
