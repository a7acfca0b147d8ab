import { useRef } from 'preact/hooks'
import { useView } from './view-context.ts'

/** Asks for a token of the service. `wasGiven` distinguishes a refused token from a missing one. */
export function TokenPrompt({ wasGiven }: { wasGiven: boolean }) {
  const { texts, actions } = useView()
  const { token } = texts.page
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault()
        const given = field.current?.value ?? ''
        if (given.trim() !== '') actions.giveToken(given)
      }}
    >
      <h2>{token.title}</h2>
      <p>{token.explanation}</p>
      {wasGiven && (
        <p class="refusal" role="alert">
          {texts.errors.unauthorized.text({ subject: '', when: '' })}
        </p>
      )}
      <label for="token">{token.label}</label>
      {/* No name and no autocomplete: browsers would offer to save it. */}
      <input id="token" ref={field} type="password" autocomplete="off" required aria-invalid={wasGiven} />
      <button type="submit" class="primary">
        {token.submit}
      </button>
    </form>
  )
}
