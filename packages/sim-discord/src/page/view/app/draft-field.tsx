import { OPTION } from '../../../wire.ts'
import type { PageFile } from '../../protocol.ts'
import type { WireOption } from '../../wire-format.ts'
import type { DraftField } from '../state/draft.ts'
import { useApp } from './app-context.ts'
import type { popupInput } from './popup.tsx'
import { readFile } from './read-file.ts'

interface DraftFieldProps {
  field: DraftField
  label: string
  option: WireOption | undefined
  isWrong: boolean
  list: ReturnType<typeof popupInput>
  onType: (text: string) => void
  onFile: (file: PageFile) => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** An option with its value, as in `account: raider`. */
export function DraftFieldView({
  field,
  label,
  option,
  isWrong,
  list,
  onType,
  onFile,
  onFocus,
  onKeyDown,
}: DraftFieldProps) {
  const { texts } = useApp()
  const look = `draft-field${isWrong ? ' wrong' : ''}`
  if (option?.type === OPTION.attachment) {
    return (
      <label class={look}>
        <span class="draft-label">{label}</span>
        <span class="draft-file">{field.file?.name ?? texts.chooseFile}</span>
        <input
          type="file"
          data-field={field.name}
          aria-label={label}
          onFocus={onFocus}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void readFile(file).then(onFile)
          }}
        />
      </label>
    )
  }
  return (
    <label class={look}>
      <span class="draft-label">{label}</span>
      <input
        type="text"
        data-field={field.name}
        aria-label={label}
        aria-invalid={isWrong}
        autoComplete="off"
        // Browsers without `field-sizing` take the width from here.
        size={Math.max(4, field.text.length)}
        value={field.text}
        {...list}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}
