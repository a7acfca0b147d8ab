/** The narrowest picture that shows a label: on a phone there is room for few. */
export type LabelWidth = 'narrow' | 'medium' | 'wide'

/** How many steps between labels fit, by the width of the picture. */
const MAX_STEPS = { narrow: 2, medium: 4 }

/** From which width on the label of a tick is shown. Labels that are shown together are evenly spaced. */
export function labelWidthOf(tick: number, tickCount: number): LabelWidth {
  const stepOf = (max: number) => Math.ceil((tickCount - 1) / max)
  // A multiple, so that labels of the narrow picture are also labels of the wider one.
  const medium = Math.max(1, stepOf(MAX_STEPS.medium))
  const narrow = medium * Math.ceil(stepOf(MAX_STEPS.narrow) / medium)
  if (tick % Math.max(1, narrow) === 0) return 'narrow'
  return tick % medium === 0 ? 'medium' : 'wide'
}
