import type { ComponentChildren } from 'preact'

/** A label and its value; null for a fact that is left out. */
export type Fact = [label: string, value: ComponentChildren] | null

/** Labels with their values. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl class="facts">
      {facts.flatMap((fact) =>
        fact === null
          ? []
          : [
              <div key={fact[0]}>
                <dt>{fact[0]}</dt>
                <dd>{fact[1]}</dd>
              </div>,
            ],
      )}
    </dl>
  )
}
