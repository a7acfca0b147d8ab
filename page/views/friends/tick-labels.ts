/** The narrowest width of the picture at which a label is shown; on a phone there is room for few labels. */
export type LabelWidth = 'narrow' | 'medium' | 'wide'

/** How many steps between labels fit, by the width of the picture. */
const MAX_STEPS = { narrow: 2, medium: 4 }

/** The narrowest width at which the label of a tick is shown. The labels that one width shows are evenly spaced. */
export function labelWidthOf(tick: number, tickCount: number): LabelWidth {
  const stepOf = (max: number) => Math.ceil((tickCount - 1) / max)
  // `narrow` is a multiple of `medium`, so that the labels of a narrow picture are also labels of a wider picture.
  const medium = Math.max(1, stepOf(MAX_STEPS.medium))
  const narrow = medium * Math.ceil(stepOf(MAX_STEPS.narrow) / medium)
  if (tick % Math.max(1, narrow) === 0) return 'narrow'
  return tick % medium === 0 ? 'medium' : 'wide'
}
