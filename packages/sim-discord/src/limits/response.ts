import { z } from 'zod'
import { CALLBACK } from '../wire.ts'
import { modalSchema } from './modal.ts'
import { check, type Checked } from './problems.ts'

const choicesSchema = z.object({
  choices: z
    .array(
      z.object({
        name: z.string().min(1).max(100),
        name_localizations: z.record(z.string(), z.string().min(1).max(100)).nullish(),
        value: z.union([z.string().max(100), z.number()]),
      }),
    )
    .max(25),
})

/** Checks an answer without a message: the choices of an autocompletion, or a modal. */
export function checkResponse(type: number, data: unknown): Checked<unknown> {
  return type === CALLBACK.choices ? check(choicesSchema, data) : check(modalSchema, data)
}
