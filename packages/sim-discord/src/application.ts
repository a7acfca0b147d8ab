import { json, refuseForm, type Answer } from './answer.ts'
import { editSchema } from './limits/installs.ts'
import { check } from './limits/problems.ts'
import type { State } from './state.ts'

/** Answers a request for the application, or one to change how it may be installed. */
export function answerApplication(state: State, method: string, body: unknown): Answer {
  if (method === 'PATCH') {
    const checked = check(editSchema, body)
    if ('problems' in checked) return refuseForm(checked.problems)
    state.violations.push(...checked.unknown.map((field) => `application: ${field} is not simulated`))
    state.installs = checked.value.integration_types_config ?? state.installs
  }
  const { author, installs } = state
  const { username } = author.user
  return json(200, {
    id: author.applicationId,
    name: username,
    icon: null,
    description: '',
    summary: '',
    bot: author.user,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: 0,
    integration_types_config: installs,
  })
}
