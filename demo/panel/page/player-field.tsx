interface PlayerFieldProps {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

/** A field for an account, which offers those to try. */
export const PlayerField = ({ label, placeholder, value, onChange }: PlayerFieldProps) => (
  <input
    type="text"
    list="players"
    aria-label={label}
    placeholder={placeholder}
    value={value}
    onInput={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
