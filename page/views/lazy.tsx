import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Loading } from './loading.tsx'
import { Notice } from './notice.tsx'
import { useView } from './view-context.ts'

type LoadedView<Props> = { view: ComponentType<Props> } | 'loading' | 'failed'

/** A view whose script is loaded when it is first shown. Call it once for each view, outside of components. */
export function createLazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: LoadedView<Props> = 'loading'
  return function LazyView(props: Props) {
    const { states, actions } = useView().texts.page
    const [loaded, setLoaded] = useState<LoadedView<Props>>(known)
    const start = async () => {
      setLoaded('loading')
      try {
        known = { view: await load() }
        setLoaded(known)
      } catch {
        setLoaded('failed')
      }
    }
    useEffect(() => {
      if (loaded === 'loading') void start()
    }, [])
    if (loaded === 'loading') return <Loading text={states.loading} />
    if (loaded === 'failed') {
      return (
        <Notice tone="incomplete" title={states.viewNotLoaded.title}>
          <p>{states.viewNotLoaded.text}</p>
          <p class="actions">
            <button type="button" onClick={() => void start()}>
              {actions.tryAgain}
            </button>
            <button type="button" onClick={() => location.reload()}>
              {actions.reload}
            </button>
          </p>
        </Notice>
      )
    }
    return <loaded.view {...props} />
  }
}
