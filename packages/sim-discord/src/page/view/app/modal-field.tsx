import type { PageFile } from '../../protocol.ts'
import type { WireFileUpload, WireOptionGroup, WireTextInput } from '../../wire-format.ts'
import { Menu } from '../render/menu.tsx'
import { toOption } from '../render/message-menu.tsx'
import { useApp } from './app-context.ts'
import type { ModalField, ModalValue } from './modal-fields.ts'
import { readFile } from './read-file.ts'

interface FieldProps {
  field: ModalField
  value: ModalValue
  isWrong: boolean
  onChange: (value: ModalValue) => void
}

/** A field of a modal with its label. */
export function FieldView({ field, value, isWrong, onChange }: FieldProps) {
  const { texts } = useApp()
  const { label, description, input } = field
  const id = `field-${input.custom_id}`
  const isGroup = input.type === 21 || input.type === 22
  const name = (
    <>
      {label}
      {(input.required ?? true) && (
        <span class="required" aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </>
  )
  return (
    <div class={`modal-field${isWrong ? ' wrong' : ''}`}>
      {isGroup ? (
        <span class="modal-label" id={`${id}-label`}>
          {name}
        </span>
      ) : (
        <label class="modal-label" for={id}>
          {name}
        </label>
      )}
      {description && <p class="quiet">{description}</p>}
      <Input id={id} field={field} value={value} isWrong={isWrong} onChange={onChange} />
      {isWrong && <p class="failure">{texts.fieldRequired}</p>}
    </div>
  )
}

function Input({ id, field: { label, input }, value, isWrong, onChange }: FieldProps & { id: string }) {
  const chosen = [value].flat().filter((each) => typeof each === 'string' && each !== '') as string[]
  switch (input.type) {
    case 4:
      return (
        <TextField
          id={id}
          input={input}
          value={typeof value === 'string' ? value : ''}
          isWrong={isWrong}
          onChange={onChange}
        />
      )
    case 19:
      return <FileField id={id} input={input} isWrong={isWrong} onChange={onChange} />
    case 21:
    case 22:
      return <OptionGroup id={id} input={input} chosen={chosen} onChange={onChange} />
    case 3:
      return (
        <Menu
          name={label}
          fieldId={id}
          placeholder={input.placeholder ?? undefined}
          options={input.options.map(toOption)}
          selected={chosen}
          min={input.min_values ?? 1}
          max={input.max_values ?? 1}
          isInvalid={isWrong}
          onChoose={onChange}
        />
      )
  }
}

interface TextFieldProps {
  id: string
  input: WireTextInput
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}

function TextField({ id, input, value, isWrong, onChange }: TextFieldProps) {
  const shared = {
    id,
    value,
    placeholder: input.placeholder ?? '',
    maxLength: input.max_length ?? undefined,
    required: input.required ?? true,
    'aria-invalid': isWrong,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  return (
    <>
      {input.style === 2 ? <textarea rows={4} {...shared} /> : <input type="text" {...shared} />}
      {input.max_length && (
        <span class="counter" aria-hidden="true">
          {input.max_length - value.length}
        </span>
      )}
    </>
  )
}

interface FileFieldProps {
  id: string
  input: WireFileUpload
  isWrong: boolean
  onChange: (files: readonly PageFile[]) => void
}

const FileField = ({ id, input, isWrong, onChange }: FileFieldProps) => (
  <input
    type="file"
    id={id}
    multiple={(input.max_values ?? 1) > 1}
    required={input.required ?? true}
    aria-invalid={isWrong}
    onChange={({ currentTarget }) => {
      void Promise.all(Array.from(currentTarget.files ?? [], readFile)).then(onChange)
    }}
  />
)

interface OptionGroupProps {
  id: string
  input: WireOptionGroup
  chosen: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** Options that are all visible, with a radio button or a checkbox each. */
function OptionGroup({ id, input, chosen, onChange }: OptionGroupProps) {
  const isOne = input.type === 21
  const toggle = (value: string) => {
    if (isOne) onChange([value])
    else onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
  }
  return (
    <div class="modal-options" role={isOne ? 'radiogroup' : 'group'} aria-labelledby={`${id}-label`}>
      {input.options.map(({ value, label, description }) => (
        <label key={value}>
          <input
            type={isOne ? 'radio' : 'checkbox'}
            name={id}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span>
            {label}
            {description && <span class="quiet">{description}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
