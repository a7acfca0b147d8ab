import { DocumentIcon, DownloadIcon } from './icons.tsx'
import { useReader } from './reader-context.ts'

const KILOBYTE = 1024

interface FileProps {
  name: string | null
  size: number | null
  url: string
}

/** A file that can be downloaded. */
export function FileView({ name, size, url }: FileProps) {
  const { mediaUrl, texts, locale } = useReader()
  const shown = name ?? url.slice(url.lastIndexOf('/') + 1)
  return (
    <div class="file">
      <DocumentIcon />
      <div class="file-about">
        <a href={mediaUrl(url)} target="_blank" rel="noopener noreferrer">
          {shown}
        </a>
        {size !== null && <div class="quiet">{formatSize(size, locale)}</div>}
      </div>
      <a class="file-download" href={mediaUrl(url, true)} download={shown} aria-label={`${texts.download}: ${shown}`}>
        <DownloadIcon />
      </a>
    </div>
  )
}

function formatSize(bytes: number, locale: string): string {
  if (bytes < KILOBYTE) return `${bytes} B`
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return bytes < KILOBYTE ** 2 ? `${format.format(bytes / KILOBYTE)} KB` : `${format.format(bytes / KILOBYTE ** 2)} MB`
}
