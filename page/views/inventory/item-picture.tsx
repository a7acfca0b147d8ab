import { useState } from 'preact/hooks'
import { useView } from '../view-context.ts'

/**
 * The picture of an item, or a text that there is none. The name of the item stands beside it. `url` is empty for an item without a
 * picture.
 */
export function ItemPicture({ url }: { url: string }) {
  const { inventory } = useView().texts.page
  const [hasFailed, setHasFailed] = useState(false)
  if (url === '' || hasFailed) return <span class="no-picture">{inventory.noPicture}</span>
  return (
    <img src={url} alt="" width="96" height="96" loading="lazy" decoding="async" onError={() => setHasFailed(true)} />
  )
}
