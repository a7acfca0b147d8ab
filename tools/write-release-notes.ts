import { readFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/**
 * The section of the changelog about the version that a tag such as `v1.0.0` names, without its heading. Throws if there is none, if it has
 * no date yet, or if it is not the version of the program.
 */
export function releaseNotes(changelog: string, tag: string, version: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`)
  const sections = changelog.split(/^## /m)
  const section = sections.find((text) => /^\S+/.exec(text)?.[0] === version)
  if (section === undefined) throw new Error(`CHANGELOG.md has no section about ${version}.`)
  const [heading = '', ...lines] = section.split('\n')
  if (!/\b20\d\d\b/.test(heading)) throw new Error(`The section "${heading}" of CHANGELOG.md has no date.`)
  return `${lines.join('\n').trim()}\n`
}

// Node runs this file itself, without the packages and without a build, so that it imports nothing else.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  process.stdout.write(releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), process.argv[2] ?? '', version))
}
