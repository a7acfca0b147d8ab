import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/app/version.ts'
import { releaseNotes } from '../../tools/write-release-notes.ts'

const CHANGELOG = `# Changelog

## 1.1.0 · not yet released

- Soon.

## 1.0.1 · 3 January 2027

- A mistake less.

### For admins

- Nothing.

## 1.0.0 · 1 December 2026

The first release.
`

test('the notes are the section of the tagged version', () => {
  expect(releaseNotes(CHANGELOG, 'v1.0.1', '1.0.1')).toBe('- A mistake less.\n\n### For admins\n\n- Nothing.\n')
  expect(releaseNotes(CHANGELOG, 'v1.0.0', '1.0.0')).toBe('The first release.\n')
})

test.each([
  ['v1.0.0', '1.0.1', 'The tag is v1.0.0, but package.json has version 1.0.1.'],
  ['v1.0.2', '1.0.2', 'CHANGELOG.md has no section about 1.0.2.'],
  ['v1.0', '1.0', 'CHANGELOG.md has no section about 1.0.'],
  ['v1.1.0', '1.1.0', 'The section "1.1.0 · not yet released" of CHANGELOG.md has no date.'],
])('the tag %s of version %s is refused', (tag, version, message) => {
  expect(() => releaseNotes(CHANGELOG, tag, version)).toThrow(message)
})

test('the changelog has a section about the version of the program', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  expect(changelog).toContain(`\n## ${VERSION} · `)
})
