import { useApp } from './app-context.ts'

const SHOWN = 5

/** What the newest changes of the world did, newest first; and the server's language. */
export function Notes() {
  const { page, actions } = useApp()
  return (
    <>
      <fieldset>
        <legend>Language of the server (alerts)</legend>
        <div class="controls">
          {['en-US', 'de'].map((locale) => (
            <button
              type="button"
              class="button secondary"
              aria-pressed={page.guild.locale === locale}
              onClick={() => actions.changeGuild(locale)}
            >
              {locale === 'de' ? 'Deutsch' : 'English'}
            </button>
          ))}
        </div>
      </fieldset>
      <div class="notes" role="status">
        {page.notes
          .slice(-SHOWN)
          .toReversed()
          .map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
      </div>
    </>
  )
}
