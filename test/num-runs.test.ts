import { expect, inject, test } from 'vitest'

test('properties are checked with all their examples in npm run test:all, and only there', () => {
  expect(inject('allExamples')).toBe(process.env['npm_lifecycle_event'] === 'test:all')
})
