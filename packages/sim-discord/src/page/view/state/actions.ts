import type { CommandRequest, PageRequests } from '../../protocol.ts'
import type { SendRequest } from './requests.ts'
import type { Store } from './store.ts'
import type { Problem, ViewState } from './view-state.ts'

/** What the user of the page can do. */
export type Actions = ReturnType<typeof createActions>

/** Where the page shows what is wrong with a request. */
const PLACES: Record<keyof PageRequests, Problem['place']> = {
  command: 'channel',
  autocomplete: 'channel',
  component: 'channel',
  modal: 'modal',
  'message-command': 'channel',
  'user-command': 'channel',
  message: 'channel',
  'new-person': 'new-person',
  person: 'person',
  guild: 'panel',
  panel: 'panel',
}

type OwnCommand = Omit<CommandRequest, 'user' | 'channel'>

/** Creates the actions; each one is of the current person in the current channel, and reports a refusal as a problem. */
export function createActions(store: Store<ViewState>, send: SendRequest) {
  const tell = (problem: Problem | null) => store.set((state) => ({ ...state, problem }))
  /** Resolves to whether the request was accepted. */
  const attempt = async <Name extends keyof PageRequests>(name: Name, body: PageRequests[Name]): Promise<boolean> => {
    tell(null)
    try {
      await send(name, body)
      return true
    } catch (error) {
      tell({ place: PLACES[name], text: error instanceof Error ? error.message : String(error) })
      return false
    }
  }
  const user = () => store.get().userId
  const here = () => ({ user: user(), channel: store.get().channelId })
  const closeModal = (interactionId: string) =>
    store.set((state) => ({ ...state, modals: state.modals.filter((each) => each.interactionId !== interactionId) }))

  return {
    become: (userId: string) => store.set((state) => ({ ...state, userId, problem: null })),
    enter: (channelId: string) => store.set((state) => ({ ...state, channelId, problem: null })),
    dismiss: (id: string) => store.set((state) => ({ ...state, dismissed: new Set([...state.dismissed, id]) })),
    run: (command: OwnCommand) => attempt('command', { ...here(), ...command }),
    complete: (command: OwnCommand, focused: string) => send('autocomplete', { ...here(), ...command, focused }),
    write: (content: string) => attempt('message', { ...here(), content }),
    useComponent(message: string, customId: string, values?: readonly string[]) {
      void attempt('component', { user: user(), message, customId, ...(values === undefined ? {} : { values }) })
    },
    useMessageCommand(message: string, command: string) {
      void attempt('message-command', { user: user(), message, command })
    },
    useUserCommand(target: string, command: string) {
      void attempt('user-command', { ...here(), target, command })
    },
    closeModal,
    async submitModal(interaction: string, values: PageRequests['modal']['values']) {
      if (await attempt('modal', { user: user(), interaction, values })) closeModal(interaction)
    },
    changePerson: (change: Omit<PageRequests['person'], 'user'>) => void attempt('person', { user: user(), ...change }),
    forgetProblem: () => tell(null),
    createPerson: (person: PageRequests['new-person']) => attempt('new-person', person),
    changeGuild: (locale: string) => void attempt('guild', { locale }),
    /** Sends a request of the panel. */
    ask: (request: unknown) => void attempt('panel', request),
  }
}
