import { useState } from 'preact/hooks'
import type { PagePerson } from '../../protocol.ts'
import { Avatar } from '../render/avatar.tsx'
import { HashIcon, LockIcon } from '../render/icons.tsx'
import { useApp } from './app-context.ts'
import { ContextMenu, type MenuPlace } from './context-menu.tsx'
import { LANGUAGES, LanguageField } from './language-field.tsx'
import { PermissionBoxes } from './permission-boxes.tsx'
import { PersonForm } from './person-form.tsx'
import { ProblemText } from './problem-text.tsx'

/** The channels of the server, and the people whom the user can be; `onChosen` is called after a choice. */
export function Sidebar({ onChosen }: { onChosen: () => void }) {
  const { page, state, person, texts, actions } = useApp()
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const choose = (act: () => void) => () => {
    act()
    onChosen()
  }
  return (
    <nav class="sidebar" aria-label={texts.channels}>
      <div class="guild-name">{page.guild.name}</div>
      <div class="sidebar-lists">
        <h2>{texts.channels}</h2>
        <ul>
          {page.channels
            .filter(({ type }) => type === 0)
            .map(({ id, name, isWritable }) => (
              <li>
                <button
                  type="button"
                  class="channel-link"
                  aria-current={id === state.channelId ? 'page' : undefined}
                  onClick={choose(() => actions.enter(id))}
                >
                  <HashIcon />
                  <span class="channel-name">{name}</span>
                  {!isWritable && <LockIcon label={texts.notWritable} />}
                </button>
              </li>
            ))}
        </ul>
        <h2>{texts.people}</h2>
        <ul>
          {page.people.map((each) => (
            <li>
              <button
                type="button"
                class="person-link"
                aria-pressed={each.id === person.id}
                onClick={choose(() => actions.become(each.id))}
                onContextMenu={(event) => {
                  event.preventDefault()
                  setMenu({ kind: 'user', id: each.id, x: event.clientX, y: event.clientY, from: event.currentTarget })
                }}
              >
                <Avatar author={{ id: each.id, username: each.name, bot: false }} isSmall />
                <span class="person-about">
                  <span class="person-name">{each.name}</span>
                  <span class="quiet">
                    {roleOf(each, texts)} · {LANGUAGES[each.locale] ?? each.locale}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <PersonForm />
      </div>
      <UserPanel />
      {menu && <ContextMenu place={menu} onClose={() => setMenu(null)} />}
    </nav>
  )
}

function roleOf({ isManager, isModerator }: PagePerson, texts: { manager: string; moderator: string; member: string }) {
  if (isManager) return texts.manager
  return isModerator ? texts.moderator : texts.member
}

/** Who the user is, with the language and permissions to change. */
function UserPanel() {
  const { person, actions, texts } = useApp()
  const { id, name, locale } = person
  return (
    <div class="user-panel" role="group" aria-label={name}>
      <div class="user-line">
        <Avatar author={{ id, username: name, bot: false }} isSmall />
        <span class="person-name">{name}</span>
        <LanguageField
          label={texts.language}
          locale={locale}
          onChange={(chosen) => actions.changePerson({ locale: chosen })}
        />
      </div>
      <PermissionBoxes person={person} onChange={actions.changePerson} />
      <ProblemText place="person" />
    </div>
  )
}
