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
    useEffect(() => {
      if (loaded !== 'loading') return
      const show = (view: ComponentType<Props>) => {
        known = { view }
        setLoaded(known)
      }
      load().then(show, () => setLoaded('failed'))
    }, [])
    if (loaded === 'loading') return <Loading text={states.loading} />
    if (loaded === 'failed') {
      return (
        <Notice tone="incomplete" title={states.viewNotLoaded.title}>
          <p>{states.viewNotLoaded.text}</p>
          {/* Browsers remember that a script is missing until the page is loaded anew. */}
          <button type="button" onClick={() => location.reload()}>
            {actions.reload}
          </button>
        </Notice>
      )
    }
    return <loaded.view {...props} />
  }
}
