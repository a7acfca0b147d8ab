import { expect, test } from 'vitest'
import { statusSchema } from '../../src/model/status.ts'
import { exampleStatus } from '../support/example-status.ts'

test('the example of a status, from which the page is tested, is a status', () => {
  expect(statusSchema.strict().parse(exampleStatus)).toEqual(exampleStatus)
})
